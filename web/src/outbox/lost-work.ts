/** What the signed-in runner has lost with the storage of a phone, as the last reply of our server said. */
import type { LostWork } from '@veni/domain/api/reconciliation'
import { reportProblem } from '../lib/report.ts'
import { createValueStore } from '../lib/value-store.ts'
import { owner } from '../state/session.ts'

export interface LostWorkState {
  readonly losses: readonly LostWork[]
  /** Whether no dialog has shown the newest of them. */
  readonly isNew: boolean
}

export const lostWork = createValueStore<LostWorkState>({ losses: [], isNew: false })

/** Reads again what the phone has stored. */
export async function readLostWork(): Promise<void> {
  try {
    const { readLost } = await import('./reconciliation/phone-reconciliation.ts')
    const found = await readLost(owner())
    if (JSON.stringify(found) !== JSON.stringify(lostWork.get())) lostWork.set(found)
  } catch (error) {
    reportProblem('Lost work not shown', error)
  }
}

/** A dialog has shown what is lost. */
export async function noteLossShown(): Promise<void> {
  const { noteShown } = await import('./reconciliation/phone-reconciliation.ts')
  await noteShown(owner())
  await readLostWork()
}
