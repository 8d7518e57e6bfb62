/** SQL of the orders that belong to no deal, for the office. */
import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { cashPayments, customers, orders, runners } from '../db/schema.ts'

/** One page of orders, newest first. */
export interface OrderPage {
  /** Only orders that the server received at this time or later, or whose delivery it did. A delivery gives an order its flags. */
  readonly since: Date | undefined
  readonly runnerPhone: string | undefined
  /** The last order of the page before. */
  readonly belowId: number | undefined
  readonly most: number
}

const belongsToDeal = sql`exists (select from ${cashPayments} where order_id = ${orders.id})`

/** The order has the invoice of a deal, and no deal has the order: the app sends each order of a deal with its deal. */
const isDealMissing = sql<boolean>`${orders.invoiceId} is not null and ${orders.status} <> 'cancelled'`

export async function listSingleOrderPage(
  db: DbOrTx,
  { since, runnerPhone, belowId, most }: OrderPage,
) {
  return db
    .select({
      order: orders,
      runner: { name: runners.name, phone: runners.phone },
      customerName: customers.memberName,
      isDealMissing,
    })
    .from(orders)
    .innerJoin(runners, eq(runners.id, orders.runnerId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        sql`not ${belongsToDeal}`,
        since && or(gte(orders.createdAt, since), gte(orders.deliveredAt, since)),
        runnerPhone === undefined ? undefined : eq(runners.phone, runnerPhone),
        belowId === undefined ? undefined : lt(orders.id, belowId),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(most)
}
