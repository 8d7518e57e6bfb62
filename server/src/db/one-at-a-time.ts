import { sql } from 'drizzle-orm'
import type { Db, Tx } from './client.ts'

/** Any constant; it only has to be the same in every server. */
const LOCK = 7_366_948

/**
 * One transaction that runs while no other server runs its own: for what the first of many does for all. A server that
 * dies in the middle leaves nothing half done, and the next one begins anew.
 */
export async function oneAtATime<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    return work(tx)
  })
}
