/** SQL of the history of customers: their runners and statuses. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { selectRows, type Tx } from '../db/client.ts'
import { cashPayments, customerChanges, orders, settlements } from '../db/schema.ts'

/** Adds a row for each of these customers whose runner or status differs from the last row. */
export async function insertChanges(
  tx: Tx,
  customerIds: readonly number[],
  changedBy: number | null,
): Promise<void> {
  await tx.execute(sql`
    insert into ${customerChanges} (customer_id, runner_id, status, changed_by)
    select customer.id, customer.runner_id, customer.status, ${changedBy}::integer
    from jsonb_array_elements_text(${JSON.stringify(customerIds)}::jsonb) as changed (id)
    join customers as customer on customer.id = changed.id::integer
    left join lateral (
      select runner_id, status from ${customerChanges}
      where customer_id = customer.id order by id desc limit 1
    ) as last on true
    where last.status is null
      or (last.runner_id, last.status) is distinct from (customer.runner_id, customer.status)`)
}

/** Whether the customer was the runner's, or open to every runner, at any time. Only interested customers are open. */
export async function hasEverBeenOpenTo(
  tx: Tx,
  runnerId: number,
  customerId: number,
): Promise<boolean> {
  const isOpen = or(
    eq(customerChanges.runnerId, runnerId),
    and(isNull(customerChanges.runnerId), eq(customerChanges.status, 'interested')),
  )
  return (
    (await tx.$count(customerChanges, and(eq(customerChanges.customerId, customerId), isOpen))) > 0
  )
}

/** The deal or order that is being checked. */
export interface CheckedDelivery {
  /** Null for an order without a visit. */
  readonly visitId: string | null
  /** Null for a deal, and for an order that is not stored yet. */
  readonly orderId: number | null
  /** Null for a single order. */
  readonly invoiceId: string | null
  /** The product of a single order; null for a deal and for the order of a deal. */
  readonly productId: string | null
}

/**
 * Whether another deal or order delivered this customer, and the office has not opened the customer since. The office
 * opens a customer by a change of the status: a runner can set it back to pending, and then the office only moves the
 * customer. A visit may have one deal with its order, and a single order of each product (decision 27).
 */
export async function isSettledAlready(
  tx: Tx,
  customerId: number,
  { visitId, orderId, invoiceId, productId }: CheckedDelivery,
): Promise<boolean> {
  const [found] = await selectRows<{ is_settled: boolean }>(
    tx,
    sql`with earlier as (
        select visit_id, null::integer as order_id, invoice_id, null as product_id,
          created_at as at
        from ${settlements} where customer_id = ${customerId}
        union all
        select visit_id, order_id, invoice_id, null, created_at
        from ${cashPayments} where customer_id = ${customerId}
        union all
        select visit_id, id, invoice_id, case when invoice_id is null then product_id end,
          delivered_at
        from ${orders} where customer_id = ${customerId} and status = 'delivered'
      ), changes as (
        select changed_by, changed_at, status, lag(status) over (order by id) as last_status
        from ${customerChanges} where customer_id = ${customerId}
      )
      select exists (
        select from earlier
        where (visit_id = ${visitId}::uuid and (invoice_id = ${invoiceId} or product_id is distinct from ${productId})) is not true
          and (order_id is null or order_id is distinct from ${orderId}::integer)
          and not exists (
            select from changes
            where changed_by is null and changed_at > earlier.at
              and status not in ('delivered', 'rejected') and status is distinct from last_status
          )
      ) as is_settled`,
  )
  return found?.is_settled === true
}
