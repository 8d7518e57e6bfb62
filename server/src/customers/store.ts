import { and, asc, eq, isNull, notInArray, or } from 'drizzle-orm'
import { CUSTOMER_STATUSES, customerStatuses } from '@veni/domain/customer'
import type { DbOrTx, Tx } from '../db/client.ts'
import { customers } from '../db/schema.ts'

export type CustomerRow = typeof customers.$inferSelect
export type CustomerChange = Partial<
  Pick<CustomerRow, 'status' | 'notes' | 'comments' | 'nextFollowup' | 'deliveredAt'>
>

const HIDDEN = CUSTOMER_STATUSES.filter((status) => customerStatuses[status].hiddenFromList)

const nobodyHas = and(isNull(customers.runnerId), eq(customers.status, 'interested'))

/** His own ones, and interested ones that nobody has yet (spec §6). */
function isOpenTo(runnerId: number) {
  return or(eq(customers.runnerId, runnerId), nobodyHas)
}

/** The list of spec §6, as `isOnListOf` of the domain words it. */
export async function listOpenCustomers(db: DbOrTx, runnerId: number): Promise<CustomerRow[]> {
  const isOwnAndOpen = and(eq(customers.runnerId, runnerId), notInArray(customers.status, HIDDEN))
  return db.select().from(customers).where(or(isOwnAndOpen, nobodyHas)).orderBy(asc(customers.id))
}

/** In any status, as long as this runner may see it. */
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
 * Makes the customer this runner's, if nobody else has it, and locks it until the transaction ends. Of two runners who
 * reach for the same customer the second waits, looks again, and finds it taken.
 */
export async function claimCustomer(
  tx: Tx,
  runnerId: number,
  id: number,
): Promise<CustomerRow | undefined> {
  const [row] = await tx
    .update(customers)
    .set({ runnerId })
    .where(and(eq(customers.id, id), isOpenTo(runnerId)))
    .returning()
  return row
}

/** Of a customer that the transaction has claimed. */
export async function changeCustomer(
  tx: Tx,
  id: number,
  change: CustomerChange,
  updatedAt: Date,
): Promise<CustomerRow | undefined> {
  const [row] = await tx
    .update(customers)
    .set({ ...change, updatedAt })
    .where(eq(customers.id, id))
    .returning()
  return row
}
