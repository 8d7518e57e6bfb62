import { and, asc, eq, isNull, notInArray, or } from 'drizzle-orm'
import { CUSTOMER_STATUSES, customerStatuses } from '@veni/domain/customer'
import type { DbOrTx, Tx } from '../db/client.ts'
import { customers } from '../db/schema.ts'

export type CustomerRow = typeof customers.$inferSelect
export type CustomerChange = Partial<
  Pick<
    CustomerRow,
    'status' | 'notes' | 'comments' | 'nextFollowup' | 'deliveredAt' | 'officeChangedAt'
  >
>

const HIDDEN = CUSTOMER_STATUSES.filter((status) => customerStatuses[status].hiddenFromList)

const isUnclaimed = and(isNull(customers.runnerId), eq(customers.status, 'interested'))

/** The runner's own customers, and interested customers without a runner. */
function isOpenTo(runnerId: number) {
  return or(eq(customers.runnerId, runnerId), isUnclaimed)
}

/** The list of; `isOnListOf` in domain has the same rule. */
function isOnList(runnerId: number) {
  return or(
    and(eq(customers.runnerId, runnerId), notInArray(customers.status, HIDDEN)),
    isUnclaimed,
  )
}

/** The runner's own customers first, then those without a runner. */
export async function listOpenCustomers(
  db: DbOrTx,
  runnerId: number,
  most: number,
): Promise<CustomerRow[]> {
  return db
    .select()
    .from(customers)
    .where(isOnList(runnerId))
    .orderBy(isNull(customers.runnerId), asc(customers.id))
    .limit(most)
}

export async function countOpenCustomers(db: DbOrTx, runnerId: number): Promise<number> {
  return db.$count(customers, isOnList(runnerId))
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

/** Locks a customer of this runner until the transaction ends. */
export async function lockOwnCustomer(
  tx: Tx,
  runnerId: number,
  id: number,
): Promise<CustomerRow | undefined> {
  const isOwn = and(eq(customers.id, id), eq(customers.runnerId, runnerId))
  const [row] = await tx.select().from(customers).where(isOwn).for('update')
  return row
}

/** Locks any customer until the transaction ends. */
export async function lockCustomer(tx: Tx, id: number): Promise<CustomerRow | undefined> {
  const [row] = await tx.select().from(customers).where(eq(customers.id, id)).for('update')
  return row
}

/**
 * Gives a customer without a runner to this runner, and locks the row until the transaction ends. When two runners
 * claim the same customer, the second waits, checks again and gets nothing.
 */
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
  return row
}

/** The transaction must have locked the customer. A change of a runner leaves `officeChangedAt` out. */
export async function changeCustomer(
  tx: Tx,
  id: number,
  change: CustomerChange,
  updatedAt: Date,
): Promise<CustomerRow | undefined> {
  const [row] = await tx
    .update(customers)
    .set({ officeChangedAt: null, ...change, updatedAt })
    .where(eq(customers.id, id))
    .returning()
  return row
}
