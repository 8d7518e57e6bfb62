import { and, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { idempotencyKeys } from '../db/schema.ts'

type Owner = { runnerId: number; key: string }

/** Takes the key for this transaction, or answers false at once when another transaction has it. */
export async function tryLockKey(tx: Tx, { runnerId, key }: Owner): Promise<boolean> {
  const locked = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${key}, ${runnerId}))`
  const [row] = await tx.select({ locked }).from(sql`(select 1) as one`)
  return row?.locked ?? false
}

export async function findAnswer(tx: Tx, { runnerId, key }: Owner) {
  const [answer] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.runnerId, runnerId), eq(idempotencyKeys.key, key)))
  return answer
}

/** Under the primary key, so that even without the lock no key could ever hold two effects. */
export async function insertAnswer(
  tx: Tx,
  answer: typeof idempotencyKeys.$inferInsert,
): Promise<void> {
  await tx.insert(idempotencyKeys).values(answer)
}

export async function deleteAnswersBefore(tx: Tx, runnerId: number, instant: Date): Promise<void> {
  const isOld = lt(idempotencyKeys.createdAt, instant)
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.runnerId, runnerId), isOld))
}
