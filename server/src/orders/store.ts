import { and, desc, eq, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { PerTransaction } from '../db/per-transaction.ts'
import { customerChanges, customers, orders, products } from '../db/schema.ts'
import { toStoredRow, withChange } from '../db/stored-row.ts'

export type OrderRow = typeof orders.$inferSelect
export type NewOrder = typeof orders.$inferInsert
export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'status'
    | 'runnerNotes'
    | 'deliveryDate'
    | 'actualAmountPaise'
    | 'paymentType'
    | 'hairPhotoUrl'
    | 'cashReceiptUrl'
    | 'visitId'
    | 'deliveredAt'
    | 'flags'
  >
>

export async function findProductName(tx: Tx, productId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: products.name })
    .from(products)
    .where(eq(products.productId, productId))
  return row?.name
}

/** The orders that a transaction has inserted or locked, by id, as they are now. It changes them in this file only. */
const lockedRows = new PerTransaction(() => new Map<number, OrderRow>())

function rememberLocked(tx: Tx, row: OrderRow | undefined): OrderRow | undefined {
  if (row) lockedRows.of(tx).set(row.id, row)
  return row
}

/** @returns undefined when the invoice has an order already */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<OrderRow | undefined> {
  const [made] = await tx
    .insert(orders)
    .values(order)
    .onConflictDoNothing({ target: orders.invoiceId })
    .returning({ id: orders.id, visitId: orders.visitId, createdAt: orders.createdAt })
  return rememberLocked(tx, made && toStoredRow(orders, order, made))
}

export async function findOrderOfInvoice(
  tx: Tx,
  runnerId: number,
  invoiceId: string,
): Promise<OrderRow | undefined> {
  const isThis = and(eq(orders.invoiceId, invoiceId), eq(orders.runnerId, runnerId))
  const [row] = await tx.select().from(orders).where(isThis)
  return row
}

/** @returns the customer's id, which never changes; undefined when the runner has no such order */
export async function findCustomerOfOrder(
  tx: Tx,
  runnerId: number,
  id: number,
): Promise<number | undefined> {
  const locked = lockedRows.of(tx).get(id)
  if (locked?.runnerId === runnerId) return locked.customerId
  const [row] = await tx
    .select({ customerId: orders.customerId })
    .from(orders)
    .where(isOwnOrder(runnerId, id))
  return row?.customerId
}

const isOwnOrder = (runnerId: number, id: number) =>
  and(eq(orders.id, sql`${id}::bigint`), eq(orders.runnerId, runnerId))

/** Locks the order until the transaction ends. An order that it has locked needs no statement. */
export async function lockOrder(
  tx: Tx,
  runnerId: number,
  id: number,
): Promise<OrderRow | undefined> {
  const locked = lockedRows.of(tx).get(id)
  if (locked?.runnerId === runnerId) return locked
  const [row] = await tx.select().from(orders).where(isOwnOrder(runnerId, id)).for('update')
  return rememberLocked(tx, row)
}

/** @returns the addresses of the photos of an order; undefined when the runner has no such order */
export async function findPhotoUrls(tx: Tx, runnerId: number, id: number) {
  const [row] = await tx
    .select({ hairPhotoUrl: orders.hairPhotoUrl, cashReceiptUrl: orders.cashReceiptUrl })
    .from(orders)
    .where(isOwnOrder(runnerId, id))
  return row
}

/** @param order as it is now. The transaction must have locked it. */
export async function changeOrder(
  tx: Tx,
  order: OrderRow,
  change: OrderChange,
): Promise<OrderRow | undefined> {
  const [made] = await tx
    .update(orders)
    .set(change)
    .where(isOwnOrder(order.runnerId, order.id))
    .returning({ visitId: orders.visitId })
  return rememberLocked(tx, made && withChange(order, { ...change, ...made }))
}

export type DeliveredOrder = { order: OrderRow; customerName: string }

/** Which rows of a list: those before a time in ms and an id, and how many at most. */
export interface ListPart {
  readonly before: { readonly at: number; readonly id: string } | undefined
  readonly most: number
}

/**
 * The name of the customer, or '' when the runner never had the customer: a runner can send an order for each customer
 * who was open to everybody once, and must not learn so who they are.
 */
const nameFor = (runnerId: number) =>
  sql<string>`case when ${customers.runnerId} = ${runnerId} or exists (
    select from ${customerChanges} as change
    where change.customer_id = ${customers.id} and change.runner_id = ${runnerId}
  ) then ${customers.memberName} else '' end`

/** Newest first. */
export async function listDeliveredOrders(
  db: DbOrTx,
  runnerId: number,
  { before, most }: ListPart,
): Promise<DeliveredOrder[]> {
  return db
    .select({ order: orders, customerName: nameFor(runnerId) })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        eq(orders.runnerId, runnerId),
        eq(orders.status, 'delivered'),
        before &&
          sql`(${orders.deliveredAt}, ${orders.id}) < (${new Date(before.at).toISOString()}::timestamptz, ${before.id}::bigint)`,
      ),
    )
    .orderBy(desc(orders.deliveredAt), desc(orders.id))
    .limit(most)
}
