/** SQL of the counts that all servers share. The clock of the database counts, because servers may differ. */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '../db/client.ts'
import { rateCounts } from '../db/schema.ts'

/** Counts calls, or other units that the key names. @returns their number in its window, and the ms until it ends */
export async function addCalls(
  db: Db,
  key: string,
  calls: number,
  windowMs: number,
): Promise<{ current: number; ttl: number }> {
  const isOver = sql`${rateCounts.endsAt} <= now()`
  const windowEnd = sql`now() + ${windowMs} * interval '1 millisecond'`
  const [counted] = await db
    .insert(rateCounts)
    .values({ key, calls, endsAt: windowEnd })
    .onConflictDoUpdate({
      target: rateCounts.key,
      set: {
        calls: sql`case when ${isOver} then excluded.calls else ${rateCounts.calls} + excluded.calls end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateCounts.endsAt} end`,
      },
    })
    .returning({
      current: rateCounts.calls,
      ttl: sql<number>`extract(epoch from ${rateCounts.endsAt} - now())::float8 * 1000`,
    })
  return counted ?? { current: calls, ttl: windowMs }
}

/** @returns the number under this key and the ms until its window ends; undefined without a window */
export async function findCount(
  db: DbOrTx,
  key: string,
): Promise<{ current: number; ttl: number } | undefined> {
  const [counted] = await db
    .select({
      current: rateCounts.calls,
      ttl: sql<number>`extract(epoch from ${rateCounts.endsAt} - now())::float8 * 1000`,
    })
    .from(rateCounts)
    .where(and(eq(rateCounts.key, key), gt(rateCounts.endsAt, sql`now()`)))
  return counted
}

export async function deleteEndedCounts(db: Db): Promise<void> {
  await db.delete(rateCounts).where(lt(rateCounts.endsAt, sql`now()`))
}
