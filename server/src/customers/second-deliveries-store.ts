/** SQL that finds the customers who were settled more than once. */
import { sql } from 'drizzle-orm'
import { type DbOrTx, selectRows } from '../db/client.ts'
import { cashPayments, customerChanges, orders, runners, settlements } from '../db/schema.ts'

/** Another deal or order that delivered the same customer. */
export interface OtherDelivery {
  /** The invoice id of a deal; `order 7` for an order that belongs to no deal. */
  readonly id: string
  readonly runner: { readonly name: string; readonly phone: string | null }
}

/** What the office lists: deals by their invoice ids, or orders that belong to no deal. */
export interface ListedDeliveries {
  readonly invoiceIds?: readonly string[]
  readonly orderIds?: readonly number[]
}

/** The office needs a few of them to ask the runners. */
const MOST_NAMED = 10
/**
 * No honest customer has so many deliveries in one period, and the work for one deal must have a bound. With so
 * many, each of them counts as another delivery, because one of those that are not read may be one.
 */
const MOST_COMPARED = 200

/**
 * Finds the other deliveries of the same customers, by the id of {@link OtherDelivery}; a delivery without another one
 * has no entry. Two deliveries belong together when the server received them within `days`, and the office did not open
 * the customer in between: so both have the flag, whichever came first. The office opens a customer by a change of the
 * status: a runner can set it back to pending, and then the office only moves the customer. A visit may have one deal
 * with its order, and a single order of each product (decisions 27 and 36).
 */
export async function findSecondDeliveries(
  db: DbOrTx,
  listed: ListedDeliveries,
  days: number,
): Promise<ReadonlyMap<string, readonly OtherDelivery[]>> {
  const rows = await selectRows<{ id: string; others: OtherDelivery[] }>(
    db,
    makeSecondDeliveriesQuery(listed, days),
  )
  return new Map(rows.map(({ id, others }) => [id, others]))
}

/** There may be any number of changes by runners. An index contains only the changes by the office. */
const isByOffice = sql`changed_by is null`

/** The query of {@link findSecondDeliveries}; a test reads its plan. */
export const makeSecondDeliveriesQuery = (
  { invoiceIds = [], orderIds = [] }: ListedDeliveries,
  days: number,
) =>
  sql`with listed as (${selectListed(invoiceIds, orderIds)}),
  opened as materialized (
    select customer_id, changed_at from ${customerChanges} as change
    where customer_id in (select customer_id from listed) and ${isByOffice}
      and status not in ('delivered', 'rejected')
      and status is distinct from (
        select status from ${customerChanges} as earlier
        where earlier.customer_id = change.customer_id and earlier.id < change.id
        order by id desc limit 1
      )
  ), bounded as (
    select listed.*, at - period as earliest, case when is_delivered then at + period else at end as latest,
      coalesce((select max(changed_at) from opened where customer_id = listed.customer_id and changed_at <= at), '-infinity') as opened_at,
      coalesce((select min(changed_at) from opened where customer_id = listed.customer_id and changed_at > at), 'infinity') as next_opened_at
    from listed, make_interval(hours => ${days * 24}::integer) as period
  ), pair as (
    select distinct bounded.id, other.id as other_id, other.runner_id
    from bounded cross join lateral (
      select near.id, near.runner_id from (
        select *, count(*) over () >= ${MOST_COMPARED} as are_many from (${selectNear}) as found
      ) as near
      where near.id <> bounded.id and (are_many or (
        near.visit_id = bounded.visit_id
        and (near.invoice_id = bounded.invoice_id or near.product_id is distinct from bounded.product_id)
      ) is not true)
      order by near.at, near.id limit ${MOST_NAMED}
    ) as other
  )
  select pair.id, jsonb_agg(jsonb_build_object(
    'id', other_id, 'runner', jsonb_build_object('name', runner.name, 'phone', runner.phone)
  ) order by other_id) as others
  from pair join ${runners} as runner on runner.id = pair.runner_id
  group by pair.id`

/**
 * When the server received each listed deal or order. A cash payment has two times, because its order is delivered
 * before it arrives. An order that is not delivered is only compared with what came before it.
 */
const selectListed = (invoiceIds: readonly string[], orderIds: readonly number[]) =>
  sql`select invoice_id as id, customer_id, visit_id, invoice_id, null as product_id, created_at as at, true as is_delivered
    from ${settlements} where invoice_id in (${selectTexts(invoiceIds)})
    union all
    select invoice_id, customer_id, visit_id, invoice_id, null, created_at, true
    from ${cashPayments} where invoice_id in (${selectTexts(invoiceIds)})
    union all
    select payment.invoice_id, payment.customer_id, payment.visit_id, payment.invoice_id, null, ordered.delivered_at, true
    from ${cashPayments} as payment join ${orders} as ordered on ordered.id = payment.order_id
    where payment.invoice_id in (${selectTexts(invoiceIds)}) and ordered.status = 'delivered'
    union all
    select 'order ' || id, customer_id, visit_id, invoice_id, case when invoice_id is null then product_id end,
      coalesce(delivered_at, created_at), status = 'delivered'
    from ${orders} where id in (select id::bigint from (${selectTexts(orderIds)}) as wanted (id))`

const selectTexts = (ids: readonly (string | number)[]) =>
  sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`

/** Each part reads an index in its order and stops early. */
const selectNear = sql.join(
  [
    selectNearDeals(settlements),
    selectNearDeals(cashPayments),
    sql`(
      select coalesce(payment.invoice_id, 'order ' || ordered.id) as id, ordered.runner_id, ordered.visit_id, ordered.invoice_id,
        case when ordered.invoice_id is null then product_id end as product_id, delivered_at as at
      from ${orders} as ordered
      left join lateral (
        select invoice_id from ${cashPayments} where order_id = ordered.id limit 1
      ) as payment on true
      where ordered.customer_id = bounded.customer_id and ordered.status = 'delivered' and ${isNear(sql`delivered_at`)}
      order by delivered_at limit ${MOST_COMPARED}
    )`,
  ],
  sql` union all `,
)

function selectNearDeals(table: typeof settlements | typeof cashPayments) {
  return sql`(
    select invoice_id as id, runner_id, visit_id, invoice_id, null::text as product_id, created_at as at
    from ${table} where customer_id = bounded.customer_id and ${isNear(sql`created_at`)}
    order by created_at limit ${MOST_COMPARED}
  )`
}

function isNear(at: ReturnType<typeof sql>) {
  return sql`${at} between earliest and latest and ${at} >= opened_at and ${at} < next_opened_at`
}
