import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { selectRows, type Tx } from '../db/client.ts'
import { idempotencyKeys } from '../db/schema.ts'

/** The answer to the call of one key. */
export interface AnswerOfKey {
  readonly key: string
  /** Of the call: another one under the same key is refused. */
  readonly requestHash: string
  readonly status: number
  readonly body: string
}

/**
 * Locks these keys for this transaction, without waiting for another one, and inserts a row for each before its write
 * runs. The primary key alone prevents a second effect; the lock only saves a duplicate from waiting.
 * Locks of the server have one number, and these have two: the runner and a hash of the key. So no key can hold the lock of
 * the sign-in, or of another runner.
 * @returns the keys that are new; each other one has a row, or another transaction works on it
 */
export async function insertKeys(
  tx: Tx,
  runnerId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const inserted = await selectRows<{ key: string }>(
    tx,
    sql`insert into ${idempotencyKeys} (runner_id, key, request_hash, status, body)
      select ${runnerId}::integer, key, '', 0, ''
      from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as wanted (key)
      where pg_try_advisory_xact_lock(${runnerId}::integer, hashtext(key))
      on conflict do nothing returning key`,
  )
  return new Set(inserted.map(({ key }) => key))
}

/** @returns undefined for a key without a row */
export async function findAnswer(tx: Tx, runnerId: number, key: string) {
  const [answer] = await tx
    .select()
    .from(idempotencyKeys)
    .where(isOneOf(runnerId, [key]))
  return answer
}

/** Fills the rows of {@link insertKeys}, which nobody outside of the transaction has seen yet. */
export async function storeAnswers(
  tx: Tx,
  runnerId: number,
  answers: readonly AnswerOfKey[],
): Promise<void> {
  await tx.execute(sql`
    update ${idempotencyKeys} as stored
    set request_hash = answer."requestHash", status = answer.status, body = answer.body
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as answer (key text, "requestHash" text, status integer, body text)
    where stored.runner_id = ${runnerId} and stored.key = answer.key`)
}

export async function deleteKeys(tx: Tx, runnerId: number, keys: readonly string[]): Promise<void> {
  await tx.delete(idempotencyKeys).where(isOneOf(runnerId, keys))
}

const isOneOf = (runnerId: number, keys: readonly string[]) =>
  and(eq(idempotencyKeys.runnerId, runnerId), inArray(idempotencyKeys.key, [...keys]))

export async function deleteAnswersBefore(tx: Tx, runnerId: number, instant: Date): Promise<void> {
  const isOld = lt(idempotencyKeys.createdAt, instant)
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.runnerId, runnerId), isOld))
}
