/** SQL of what the office does with runners and their sessions. */
import { and, asc, count, desc, eq, inArray, isNull, like, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { customers, runners, sessions } from '../db/schema.ts'

export type OfficeRunner = typeof runners.$inferSelect

/** @param phone normalised by `toPhoneKey` */
export async function findOfficeRunner(
  db: DbOrTx,
  phone: string,
): Promise<OfficeRunner | undefined> {
  const [row] = await db.select().from(runners).where(eq(runners.phone, phone))
  return row
}

/** @returns undefined when a runner has this phone already */
export async function insertRunner(
  tx: Tx,
  runner: { name: string; phone: string },
): Promise<OfficeRunner | undefined> {
  // Imports choose their own ids, which the sequence does not know.
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('runners', 'id'), (select coalesce(max(id), 0) + 1 from runners), false)`,
  )
  const [row] = await tx
    .insert(runners)
    .values(runner)
    .onConflictDoNothing({ target: runners.phone })
    .returning()
  return row
}

export async function setSuspended(tx: Tx, id: number, suspendedAt: Date | null): Promise<void> {
  await tx.update(runners).set({ suspendedAt }).where(eq(runners.id, id))
}

/**
 * Every runner with the number of their customers and of their open sessions, by id.
 * @param isOpen whether a session has not ended
 */
export async function listRunners(db: DbOrTx, isOpen: SQL | undefined) {
  const customersOf = db
    .select({ runnerId: customers.runnerId, customers: count().as('customers') })
    .from(customers)
    .groupBy(customers.runnerId)
    .as('customers_of')
  const sessionsOf = db
    .select({ runnerId: sessions.runnerId, sessions: count().as('sessions') })
    .from(sessions)
    .where(isOpen)
    .groupBy(sessions.runnerId)
    .as('sessions_of')
  return db
    .select({
      runner: runners,
      customers: sql<number>`coalesce(${customersOf.customers}, 0)::int`,
      sessions: sql<number>`coalesce(${sessionsOf.sessions}, 0)::int`,
    })
    .from(runners)
    .leftJoin(customersOf, eq(customersOf.runnerId, runners.id))
    .leftJoin(sessionsOf, eq(sessionsOf.runnerId, runners.id))
    .orderBy(asc(runners.id))
}

/** Gives customers to another runner; locks them by their ids, as every writer does. @returns their ids */
export async function moveCustomers(
  tx: Tx,
  {
    from,
    to,
    ids,
    now,
  }: { from: number; to: number; ids: readonly number[] | undefined; now: Date },
): Promise<number[]> {
  const rows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.runnerId, from), ids && inArray(customers.id, [...ids])))
    .orderBy(asc(customers.id))
    .for('no key update')
  const moved = rows.map(({ id }) => id)
  const isMoved = sql`${customers.id} in (select jsonb_array_elements_text(${JSON.stringify(moved)}::jsonb)::integer)`
  await tx.update(customers).set({ runnerId: to, updatedAt: now }).where(isMoved)
  return moved
}

export async function deleteSessionsOf(tx: Tx, runnerId: number): Promise<number> {
  const rows = await tx
    .delete(sessions)
    .where(eq(sessions.runnerId, runnerId))
    .returning({ runnerId: sessions.runnerId })
  return rows.length
}

/** Open sessions with their runner, the last used first. */
export async function listSessions(db: DbOrTx, isOpen: SQL | undefined, phone: string | undefined) {
  return db
    .select({ session: sessions, runner: runners })
    .from(sessions)
    .innerJoin(runners, eq(runners.id, sessions.runnerId))
    .where(
      and(
        isOpen,
        isNull(runners.suspendedAt),
        phone === undefined ? undefined : eq(runners.phone, phone),
      ),
    )
    .orderBy(desc(sessions.usedAt))
}

/** @param idStart the first characters of a session's `tokenHash`. @returns how many sessions it ended */
export async function deleteSessionsStarting(tx: Tx, idStart: string): Promise<number> {
  const rows = await tx
    .delete(sessions)
    .where(like(sessions.tokenHash, `${idStart}%`))
    .returning({ tokenHash: sessions.tokenHash })
  return rows.length
}
