/** SQL of the counts that all servers share. The clock of the database counts, because servers may differ. */
import { and, eq, gt, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { type Db, type DbOrTx, selectRows } from '../db/client.ts'
import { rateCounts } from '../db/schema.ts'

/** Under one key in its window, and the ms until the window ends. */
export interface Counted {
  readonly current: number
  readonly ttl: number
}

/** Counts calls, or other units that the key names. */
export async function addCalls(
  db: Db,
  key: string,
  calls: number,
  windowMs: number,
): Promise<Counted> {
  const counted = await addManyCalls(db, new Map([[key, calls]]), windowMs)
  return counted.get(key) ?? { current: calls, ttl: windowMs }
}

/** As {@link addCalls}, for many keys in one statement. In the order of the keys, so that two of them never block each other. */
export async function addManyCalls(
  db: Db,
  calls: ReadonlyMap<string, number>,
  windowMs: number,
): Promise<Map<string, Counted>> {
  const isOver = sql`(counted.ends_at <= now() or counted.ends_at > ${latestEnd(windowMs)})`
  const added = await selectRows<Counted & { key: string }>(
    db,
    sql`insert into ${rateCounts} as counted (key, calls, ends_at)
      select key, calls, now() + ${windowMs} * interval '1 millisecond'
      from unnest(${sql.param([...calls.keys()])}::text[], ${sql.param([...calls.values()])}::integer[])
        as added (key, calls)
      order by key
      on conflict (key) do update set
        calls = case when ${isOver} then excluded.calls else counted.calls + excluded.calls end,
        ends_at = case when ${isOver} then excluded.ends_at else counted.ends_at end
      returning key, calls as current, extract(epoch from ends_at - now())::float8 * 1000 as ttl`,
  )
  return new Map(added.map(({ key, current, ttl }) => [key, { current, ttl }]))
}

/**
 * A window that ends later began before the clock was set back. Without this, it would count for as long as the clock was
 * ahead. Two windows and not one: a statement that has waited for another one can have the older time of the two.
 */
const latestEnd = (windowMs: number) => sql`now() + ${2 * windowMs} * interval '1 millisecond'`

/** @returns the number under this key and the ms until its window ends; undefined without a window */
export async function findCount(
  db: DbOrTx,
  key: string,
  windowMs: number,
): Promise<Counted | undefined> {
  const [counted] = await db
    .select({
      current: rateCounts.calls,
      ttl: sql<number>`extract(epoch from ${rateCounts.endsAt} - now())::float8 * 1000`,
    })
    .from(rateCounts)
    .where(
      and(
        eq(rateCounts.key, key),
        gt(rateCounts.endsAt, sql`now()`),
        lte(rateCounts.endsAt, latestEnd(windowMs)),
      ),
    )
  return counted
}

/** Twice the longest window: a later end comes from a clock that was ahead. */
const LATEST_END = sql`now() + interval '2 days'`

/** Leaves out what a server is counting at this moment: two statements must not wait for each other. */
export async function deleteEndedCounts(db: Db): Promise<void> {
  const ended = db
    .select({ key: rateCounts.key })
    .from(rateCounts)
    .where(or(lt(rateCounts.endsAt, sql`now()`), gt(rateCounts.endsAt, LATEST_END)))
    .for('update', { skipLocked: true })
  await db.delete(rateCounts).where(inArray(rateCounts.key, ended))
}
