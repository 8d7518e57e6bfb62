/** SQL of the orders that belong to no deal, for the office. */
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { cashPayments, customers, orders, runners, settlements } from '../db/schema.ts'

/** One page of orders, newest first. */
export interface OrderPage {
  /** Only orders that the server received at this time or later. */
  readonly since: Date | undefined
  readonly runnerPhone: string | undefined
  /** The last order of the page before. */
  readonly belowId: number | undefined
  readonly most: number
}

const belongsToDeal = sql`exists (select from ${cashPayments} where order_id = ${orders.id})`

/** The order is delivered and names a deal that has not arrived from its runner for its customer. */
const isDealMissing = sql<boolean>`${orders.status} = 'delivered' and ${orders.invoiceId} is not null and not exists (
  select from (
    select invoice_id, runner_id, customer_id from ${settlements}
    union all
    select invoice_id, runner_id, customer_id from ${cashPayments}
  ) as deal
  where deal.invoice_id = ${orders.invoiceId}
    and deal.runner_id = ${orders.runnerId} and deal.customer_id = ${orders.customerId}
)`

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
        since && gte(orders.createdAt, since),
        runnerPhone === undefined ? undefined : eq(runners.phone, runnerPhone),
        belowId === undefined ? undefined : lt(orders.id, belowId),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(most)
}
