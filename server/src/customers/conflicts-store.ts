/** SQL of the conflicts between runners and the office. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Seen } from '@veni/domain/customer/seen'
import type { DbOrTx, Tx } from '../db/client.ts'
import { customerConflicts, customers, runners } from '../db/schema.ts'

export type ConflictRow = typeof customerConflicts.$inferSelect
type NewConflict = Omit<typeof customerConflicts.$inferInsert, 'id' | 'receivedAt' | 'endedAt'>

/**
 * Inserts a conflict once per entry of a phone. When the runner has changed the status again, and the office once more
 * before that, it is open again with the newer values. The conflict of another runner stays as it is.
 * @returns whether anything was stored
 */
export async function insertConflict(tx: Tx, conflict: NewConflict): Promise<boolean> {
  const { workId: _, ...values } = conflict
  const inserted = await tx
    .insert(customerConflicts)
    .values(conflict)
    .onConflictDoUpdate({
      target: customerConflicts.workId,
      set: { ...values, receivedAt: sql`now()`, endedAt: null },
      setWhere: sql`${customerConflicts.seen} <> excluded.seen
        and ${customerConflicts.runnerId} = excluded.runner_id`,
    })
    .returning({ id: customerConflicts.id })
  return inserted.length > 0
}

/** An entry of a runner. The id alone says nothing: another runner can send one with the same id. */
interface EntryOfRunner {
  readonly runnerId: number
  readonly id: string
}

const isOf = ({ runnerId, id }: EntryOfRunner) =>
  and(eq(customerConflicts.workId, id), eq(customerConflicts.runnerId, runnerId))

/** The conflict of this entry, open or ended, when it was refused with the same that the runner had seen. */
export async function findConflictOf(
  tx: Tx,
  entry: EntryOfRunner,
  seen: Seen,
): Promise<ConflictRow | undefined> {
  const isSame = sql`${customerConflicts.seen} = ${JSON.stringify(seen)}::jsonb`
  const [row] = await tx
    .select()
    .from(customerConflicts)
    .where(and(isOf(entry), isSame))
  return row
}

/** The server has recorded the change of this entry. */
export async function endConflictOfWork(
  tx: Tx,
  entry: EntryOfRunner,
  endedAt: Date,
): Promise<void> {
  await tx
    .update(customerConflicts)
    .set({ endedAt })
    .where(and(isOf(entry), isNull(customerConflicts.endedAt)))
}

export async function endConflict(tx: Tx, id: number, endedAt: Date): Promise<void> {
  await tx.update(customerConflicts).set({ endedAt }).where(eq(customerConflicts.id, id))
}

/** The open conflicts with customer and runner, the oldest first. */
export async function listOpenConflicts(db: DbOrTx) {
  return db
    .select({ conflict: customerConflicts, customer: customers, runner: runners })
    .from(customerConflicts)
    .innerJoin(customers, eq(customers.id, customerConflicts.customerId))
    .innerJoin(runners, eq(runners.id, customerConflicts.runnerId))
    .where(isNull(customerConflicts.endedAt))
    .orderBy(asc(customerConflicts.id))
}

export async function findConflict(tx: Tx, id: number): Promise<ConflictRow | undefined> {
  const [row] = await tx.select().from(customerConflicts).where(eq(customerConflicts.id, id))
  return row
}
