/** What the signed-in runner has lost with the storage of a phone, as the last reply of our server said. */
import type { LostWork } from '@veni/domain/api/reconciliation'
import { createValueStore } from '../lib/value-store.ts'

interface LostWorkState {
  readonly owner: string
  readonly losses: readonly LostWork[]
  /** Whether no dialog has shown the newest of them. */
  readonly isNew: boolean
}

/** The comparison with the server sets it (reconciliation/phone-reconciliation.ts). */
export const lostWork = createValueStore<LostWorkState>({ owner: '', losses: [], isNew: false })
