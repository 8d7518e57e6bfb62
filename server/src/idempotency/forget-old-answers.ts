import type { Tx } from '../db/client.ts'
import { deleteAnswersBefore } from './store.ts'

/** A phone that lay in a drawer for a year may still send its deals again; after that nothing waits for an answer. */
const KEPT_MS = 400 * 86_400_000

/** Forgets the answers that no phone of the runner can ask for any more. */
export async function forgetOldAnswers(tx: Tx, runnerId: number, now: Date): Promise<void> {
  await deleteAnswersBefore(tx, runnerId, new Date(now.getTime() - KEPT_MS))
}
