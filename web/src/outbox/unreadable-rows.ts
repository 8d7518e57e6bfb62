/** The runner's work that this release cannot read: the row is damaged, or a newer release wrote it. Nothing sends it. */
import { reportProblem } from '../lib/report.ts'
import { createValueStore } from '../lib/value-store.ts'
import type { UnreadableRow } from './find-unreadable.ts'

/** What the signed-in runner sees, without rows that count with other work. */
export const unreadableRows = createValueStore<readonly UnreadableRow[]>([])

/** Reads all rows, so it is called at a start, and when rows may have changed in another way than by sending. */
export async function findUnreadableAgain(): Promise<void> {
  isAsked = true
  if (isReading) return
  isReading = true
  while (isAsked) {
    isAsked = false
    await findUnreadable()
  }
  isReading = false
}

let isReading = false
/** Asked for while the rows were read: they are read once more, however often that was. */
let isAsked = false

async function findUnreadable(): Promise<void> {
  try {
    // Loaded later, because the first screen does not wait for it.
    const { listUnreadable } = await import('./find-unreadable.ts')
    unreadableRows.set(await listUnreadable())
  } catch (error) {
    reportProblem('Unreadable rows not counted', error)
  }
}
