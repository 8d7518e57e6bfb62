import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { PerTransaction } from '../db/per-transaction.ts'
import { customers } from '../db/schema.ts'
import { withChange } from '../db/stored-row.ts'
import { invariant } from '../errors.ts'
import { insertChangesOf } from './history-store.ts'
import { isUnclaimed } from './list-store.ts'

export type CustomerRow = typeof customers.$inferSelect
export type CustomerChange = Partial<
  Pick<
    CustomerRow,
    | 'status'
    | 'notes'
    | 'comments'
    | 'nextFollowup'
    | 'deliveredAt'
    | 'officeChangedAt'
    | 'runnerId'
  >
>

/** The runner's own customers, and interested customers without a runner. */
function isOpenTo(runnerId: number) {
  return or(eq(customers.runnerId, runnerId), isUnclaimed)
}

/** Returns a customer of any status, if the runner may see this customer. */
export async function findCustomer(
  db: DbOrTx,
  runnerId: number,
  id: number,
): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isOpenTo(runnerId)))
  return row
}

/**
 * The rows that a transaction has locked, by id, as they are now. Until it ends, nobody else can change them. A
 * transaction that changes them outside of this file, as the erase does, must not read them here again.
 */
const lockedRows = new PerTransaction(() => new Map<number, CustomerRow>())

/** Locks these customers until the transaction ends, in the order of their ids. */
export async function lockCustomers(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .select()
    .from(customers)
    .where(inArray(customers.id, [...ids]))
    .orderBy(asc(customers.id))
    .for('update')
  for (const row of rows) lockedRows.of(tx).set(row.id, row)
}

/** Locks a customer until the transaction ends. A customer that it has locked needs no statement. */
export async function lockCustomer(tx: Tx, id: number): Promise<CustomerRow | undefined> {
  if (!lockedRows.of(tx).has(id)) await lockCustomers(tx, [id])
  return lockedRows.of(tx).get(id)
}

/** Gives a customer without a runner to this runner. The transaction must have locked the customer. */
export async function claimCustomer(
  tx: Tx,
  runnerId: number,
  id: number,
): Promise<CustomerRow | undefined> {
  const [row] = await tx
    .update(customers)
    .set({ runnerId })
    .where(and(eq(customers.id, id), isUnclaimed))
    .returning()
  if (row) lockedRows.of(tx).set(id, row)
  return row
}

/**
 * Locks a customer, changes them, and adds the change to the history. A change of a runner leaves `officeChangedAt` out.
 * @param by the runner; null for the office
 */
export async function changeCustomer(
  tx: Tx,
  id: number,
  change: CustomerChange,
  { at: updatedAt, by }: { readonly at: Date; readonly by: number | null },
): Promise<CustomerRow> {
  const before = await lockCustomer(tx, id)
  invariant(before, 'the customer to change does not exist')
  const values = { officeChangedAt: null, ...change, updatedAt }
  const changed = tx.$with('changed').as(
    tx.update(customers).set(values).where(eq(customers.id, id)).returning({
      id: customers.id,
      runnerId: customers.runnerId,
      status: customers.status,
    }),
  )
  const added = tx.$with('added', {}).as(insertChangesOf(changed, by))
  const [row] = await tx.with(changed, added).select({ id: changed.id }).from(changed)
  invariant(row, 'a locked customer vanished')
  const after = withChange(before, values)
  lockedRows.of(tx).set(id, after)
  return after
}
