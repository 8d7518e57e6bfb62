import type { Tx } from '../db/client.ts'
import { AppError, invariant } from '../errors.ts'
import { deleteAnswersBefore, findAnswer, insertKey, storeAnswer, tryLockKey } from './store.ts'

export type KeyedRequest = {
  readonly runnerId: number
  /** undefined when the caller sent no key, as older apps do: then the write simply runs. */
  readonly key: string | undefined
  /** Tells one request from another under the same key. */
  readonly requestHash: string
  /** What an older release stored as the hash of the same request. */
  readonly olderHash?: string
  /** Of the deal that the request records, if it records one. */
  readonly invoiceId?: string | undefined
}

export type Answer = { status: number; body: string }
export type StoredAnswer = Answer & { isReplayed: boolean }

/**
 * Runs a write once per runner and key: its effect and its answer are in one transaction, and a repeat gets the stored
 * answer. A deal that comes again with other content is for the write to judge, which stores one deal per invoice id:
 * a newer app may send one more field. Throws `in-progress` while the first request still runs, and
 * `idempotency-mismatch` for another request under the same key.
 */
export async function answerOnce(
  tx: Tx,
  { runnerId, key, requestHash, olderHash, invoiceId }: KeyedRequest,
  write: () => Promise<Answer>,
): Promise<StoredAnswer> {
  if (key === undefined) return { ...(await write()), isReplayed: false }
  const owner = { runnerId, key }
  if (!(await tryLockKey(tx, owner))) {
    throw new AppError('in-progress', 'The same request is being worked on; try again.')
  }
  if (await insertKey(tx, { ...owner, requestHash })) {
    const answer = await write()
    await storeAnswer(tx, owner, answer)
    return { ...answer, isReplayed: false }
  }
  const stored = await findAnswer(tx, owner)
  invariant(stored, 'an existing key has no row')
  const { status, body } = stored
  if ([requestHash, olderHash].includes(stored.requestHash))
    return { status, body, isReplayed: true }
  if (isOfDeal(body, invoiceId)) return { ...(await write()), isReplayed: true }
  throw new AppError('idempotency-mismatch', 'This key was used for another request.')
}

/** The invoice id of a deal in a body or an answer; undefined for anything else. */
export function findInvoiceId(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('invoice_id' in value)) return undefined
  return typeof value.invoice_id === 'string' ? value.invoice_id : undefined
}

const isOfDeal = (answer: string, invoiceId: string | undefined) =>
  invoiceId !== undefined && findInvoiceId(JSON.parse(answer)) === invoiceId

/** A phone that was unused for a year may still send its deals again. After that no phone waits for an answer. */
const ANSWER_LIFE_MS = 400 * 86_400_000

/** Deletes the answers that no phone of the runner can need any more. */
export async function deleteOldAnswers(tx: Tx, runnerId: number, now: Date): Promise<void> {
  await deleteAnswersBefore(tx, runnerId, new Date(now.getTime() - ANSWER_LIFE_MS))
}
