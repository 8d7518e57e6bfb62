import { and, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { idempotencyKeys } from '../db/schema.ts'

type Owner = { runnerId: number; key: string }

/** Locks the key for this transaction. @returns false at once when another transaction has it */
export async function tryLockKey(tx: Tx, { runnerId, key }: Owner): Promise<boolean> {
  const locked = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${key}, ${runnerId}))`
  const [row] = await tx.select({ locked }).from(sql`(select 1) as one`)
  return row?.locked ?? false
}

/**
 * Inserts the row of the key before the write runs. The primary key alone prevents a second effect; the lock only saves
 * a duplicate from waiting.
 * @returns false when the key exists
 */
export async function insertKey(tx: Tx, key: Owner & { requestHash: string }): Promise<boolean> {
  const row = { ...key, ...NO_ANSWER_YET }
  const inserted = await tx.insert(idempotencyKeys).values(row).onConflictDoNothing().returning()
  return inserted.length > 0
}

/** Never visible outside: row, effect and answer are committed together. */
const NO_ANSWER_YET = { status: 0, body: '' }

export async function findAnswer(tx: Tx, owner: Owner) {
  const [answer] = await tx.select().from(idempotencyKeys).where(isKey(owner))
  return answer
}

export async function storeAnswer(
  tx: Tx,
  owner: Owner,
  answer: { status: number; body: string },
): Promise<void> {
  await tx.update(idempotencyKeys).set(answer).where(isKey(owner))
}

const isKey = ({ runnerId, key }: Owner) =>
  and(eq(idempotencyKeys.runnerId, runnerId), eq(idempotencyKeys.key, key))

export async function deleteAnswersBefore(tx: Tx, runnerId: number, instant: Date): Promise<void> {
  const isOld = lt(idempotencyKeys.createdAt, instant)
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.runnerId, runnerId), isOld))
}
