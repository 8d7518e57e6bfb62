/** How many bytes of records a runner may store in a day (decision 29). */
import { LONGEST_RETRY_AFTER_S } from '@veni/domain/api/protocol'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { addCalls, findCount } from './rate-count-store.ts'

const DAY_MS = 86_400_000

const keyOf = (runnerId: number) => `bytes of records of runner ${runnerId}`

/**
 * Throws `rate-limited` when the records of the runner have as many bytes as a runner may store in a day. Call it for a
 * new write only: a repeat gets its stored answer.
 */
export async function checkRecordQuota(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  runnerId: number,
): Promise<void> {
  const most = config.recordBytesPerDay
  if (most === Infinity) return
  const counted = await findCount(tx, keyOf(runnerId), DAY_MS)
  if (!counted || counted.current < most) return
  const message = 'Too many records in one day. They stay on the phone and are sent later.'
  const seconds = Math.min(LONGEST_RETRY_AFTER_S, Math.max(1, Math.ceil(counted.ttl / 1_000)))
  throw new AppError('rate-limited', message, undefined, seconds)
}

export interface StoredRecord {
  readonly sent: unknown
  /** Of all answers that are stored for it, as JSON. */
  readonly answerBytes: number
}

/** Bytes of a value as JSON. */
export const measureJson = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(value ?? null))

/**
 * Counts what a transaction has stored. Call it after the commit: within the transaction, the writes of a runner would wait
 * for each other.
 */
export async function countRecordBytes(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  runnerId: number,
  stored: readonly StoredRecord[],
): Promise<void> {
  if (config.recordBytesPerDay === Infinity || stored.length === 0) return
  const bytes = stored.reduce(
    (sum, { sent, answerBytes }) => sum + measureJson(sent) + answerBytes,
    0,
  )
  await addCalls(db, keyOf(runnerId), bytes, DAY_MS)
}
