/** SQL of the history of customers: their runners and statuses. */
import { and, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { customerChanges, customers } from '../db/schema.ts'

/** Adds a row for each of these customers whose runner or status differs from the last row. */
export async function insertChanges(
  tx: Tx,
  customerIds: readonly number[],
  changedBy: number | null,
): Promise<void> {
  const changed = sql`(
    select customer.* from jsonb_array_elements_text(${JSON.stringify(customerIds)}::jsonb) as changed (id)
    join ${customers} as customer on customer.id = changed.id::integer
  )`
  await tx.execute(insertChangesOf(changed, changedBy))
}

/** As {@link insertChanges}, for rows of customers that a part of the same statement returns. */
export const insertChangesOf = (changed: SQLWrapper, changedBy: number | null): SQL => sql`
    insert into ${customerChanges} (customer_id, runner_id, status, changed_by)
    select customer.id, customer.runner_id, customer.status, ${changedBy}::integer
    from ${changed} as customer
    left join lateral (
      select runner_id, status from ${customerChanges}
      where customer_id = customer.id order by id desc limit 1
    ) as last on true
    where last.status is null
      or (last.runner_id, last.status) is distinct from (customer.runner_id, customer.status)`

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
  const found = await tx
    .select({ id: customerChanges.id })
    .from(customerChanges)
    .where(and(eq(customerChanges.customerId, customerId), isOpen))
    .limit(1)
  return found.length > 0
}
