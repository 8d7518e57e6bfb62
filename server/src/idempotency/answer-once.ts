import type { Tx } from '../db/client.ts'
import { type Answer, ClaimedKeys, type RequestOfKey, type StoredAnswer } from './claimed-keys.ts'
import { deleteAnswersBefore } from './store.ts'

export interface KeyedRequest extends RequestOfKey {
  readonly runnerId: number
  /** undefined when the caller sent no key, as older apps do: then the write simply runs. */
  readonly key: string | undefined
}

/**
 * Runs a write once per runner and key: its effect and its answer are in one transaction, and a repeat gets the stored
 * answer. Throws as {@link ClaimedKeys.answer}.
 */
export async function answerOnce(
  tx: Tx,
  { runnerId, key, ...request }: KeyedRequest,
  write: () => Promise<Answer>,
): Promise<StoredAnswer> {
  if (key === undefined) return { ...(await write()), isReplayed: false }
  const keys = await ClaimedKeys.claim(tx, runnerId, [key])
  const answer = await keys.answer(key, request, write)
  await keys.end()
  return answer
}

/** A phone that was unused for a year may still send its deals again. After that no phone waits for an answer. */
const ANSWER_LIFE_MS = 400 * 86_400_000

/** Deletes the answers that no phone of the runner can need any more. */
export async function deleteOldAnswers(tx: Tx, runnerId: number, now: Date): Promise<void> {
  await deleteAnswersBefore(tx, runnerId, new Date(now.getTime() - ANSWER_LIFE_MS))
}
