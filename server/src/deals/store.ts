import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows, type Tx } from '../db/client.ts'
import { cashPayments, customerChanges, orders, reservedDeals, settlements } from '../db/schema.ts'
import { invariant } from '../errors.ts'

export type SettlementRow = typeof settlements.$inferSelect
export type CashPaymentRow = typeof cashPayments.$inferSelect

/**
 * Reserves visit and invoice id for a deal. Waits for another transaction that reserves one of them now.
 * @returns false when another deal has one of them
 */
export async function reserveDeal(
  tx: Tx,
  deal: typeof reservedDeals.$inferInsert,
): Promise<boolean> {
  const reserved = await tx.insert(reservedDeals).values(deal).onConflictDoNothing().returning()
  return reserved.length > 0
}

export async function isVisitReserved(tx: Tx, visitId: string): Promise<boolean> {
  return (await tx.$count(reservedDeals, eq(reservedDeals.visitId, visitId))) > 0
}

/** Finds the settlement of any runner, because an invoice id belongs to one deal. */
export async function findSettlement(
  tx: Tx,
  invoiceId: string,
): Promise<SettlementRow | undefined> {
  const [row] = await tx.select().from(settlements).where(eq(settlements.invoiceId, invoiceId))
  return row
}

/** Call {@link reserveDeal} first. */
export async function insertSettlement(
  tx: Tx,
  settlement: typeof settlements.$inferInsert,
): Promise<SettlementRow> {
  const [row] = await tx.insert(settlements).values(settlement).returning()
  invariant(row, 'an insert returned no row')
  return row
}

/** Undefined when the runner has no such settlement, or it is delivered already. */
export async function markSettlementDelivered(
  tx: Tx,
  runnerId: number,
  invoiceId: string,
  deliveredAt: Date,
): Promise<SettlementRow | undefined> {
  const [row] = await tx
    .update(settlements)
    .set({ status: 'delivered', deliveredAt })
    .where(
      and(
        eq(settlements.invoiceId, invoiceId),
        eq(settlements.runnerId, runnerId),
        ne(settlements.status, 'delivered'),
      ),
    )
    .returning()
  return row
}

export async function findCashPayment(
  tx: Tx,
  invoiceId: string,
): Promise<CashPaymentRow | undefined> {
  const [row] = await tx.select().from(cashPayments).where(eq(cashPayments.invoiceId, invoiceId))
  return row
}

/** Call {@link reserveDeal} first. */
export async function insertCashPayment(
  tx: Tx,
  payment: typeof cashPayments.$inferInsert,
): Promise<CashPaymentRow> {
  const [row] = await tx.insert(cashPayments).values(payment).returning()
  invariant(row, 'an insert returned no row')
  return row
}

/** Which rows of a list, the newest first: those before a time in ms and an invoice id, and how many at most. */
export interface ListPart {
  readonly before: { readonly at: number; readonly id: string } | undefined
  readonly most: number
}

const isBefore = (
  table: typeof settlements | typeof cashPayments,
  before: ListPart['before'],
): SQL | undefined =>
  before &&
  sql`(${table.completedAt}, ${table.invoiceId}) < (${new Date(before.at).toISOString()}::timestamptz, ${before.id})`

export async function listSettlements(
  db: DbOrTx,
  runnerId: number,
  { before, most }: ListPart,
): Promise<SettlementRow[]> {
  return db
    .select()
    .from(settlements)
    .where(and(eq(settlements.runnerId, runnerId), isBefore(settlements, before)))
    .orderBy(desc(settlements.completedAt), desc(settlements.invoiceId))
    .limit(most)
}

export async function listCashPayments(
  db: DbOrTx,
  runnerId: number,
  { before, most }: ListPart,
): Promise<CashPaymentRow[]> {
  return db
    .select()
    .from(cashPayments)
    .where(and(eq(cashPayments.runnerId, runnerId), isBefore(cashPayments, before)))
    .orderBy(desc(cashPayments.completedAt), desc(cashPayments.invoiceId))
    .limit(most)
}

/**
 * Whether a deal or an order of another visit delivered this customer, and the office has not opened the customer since.
 */
export async function isSettledAlready(
  tx: Tx,
  customerId: number,
  visitId: string,
): Promise<boolean> {
  const [found] = await selectRows<{ is_settled: boolean }>(
    tx,
    sql`with earlier as (
        select visit_id, created_at as at from ${settlements} where customer_id = ${customerId}
        union all
        select visit_id, created_at from ${cashPayments} where customer_id = ${customerId}
        union all
        select visit_id, delivered_at from ${orders}
        where customer_id = ${customerId} and status = 'delivered'
      )
      select exists (
        select from earlier where visit_id is distinct from ${visitId}::uuid and not exists (
          select from ${customerChanges}
          where customer_id = ${customerId} and changed_by is null and changed_at > earlier.at
            and status not in ('delivered', 'rejected')
        )
      ) as is_settled`,
  )
  return found?.is_settled === true
}
