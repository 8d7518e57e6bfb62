import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { exactReference, plainReference } from '../db/columns.ts'
import { cashPayments, customers, runners, settlements } from '../db/schema.ts'

/** One page of deals, the last received first. It starts after `below`, the last deal of the page before. */
export interface DealPage {
  /** By the server's clock: the phone may have given the deal any time. */
  readonly receivedSince: Date | undefined
  readonly runnerPhone: string | undefined
  readonly below: { readonly createdAt: Date; readonly invoiceId: string } | undefined
  readonly most: number
}

const isErased = sql<boolean>`${customers.erasedAt} is not null`
const runner = { name: runners.name, phone: runners.phone }

const reference = plainReference(cashPayments.upiReference)
const isOther = sql`other.invoice_id <> ${cashPayments.invoiceId}`
/**
 * Whether another cash payment has the same UPI reference: one transfer pays one customer. Each `exists` uses its own
 * index; with one `or` inside of a single `exists`, PostgreSQL reads all payments for each payment.
 */
const isReferenceUsed = sql<boolean>`${cashPayments.upiReference} <> '' and (
  exists (
    select from cash_payments as other
    where ${exactReference(sql`other.upi_reference`)} = ${exactReference(cashPayments.upiReference)}
      and other.upi_reference <> '' and ${isOther}
  )
  or ${reference} <> '' and exists (
    select from cash_payments as other
    where ${plainReference(sql`other.upi_reference`)} = ${reference} and ${isOther}
  )
)`

export async function listSettlementPage(db: DbOrTx, page: DealPage) {
  return db
    .select({ deal: settlements, runner, isErased })
    .from(settlements)
    .innerJoin(runners, eq(runners.id, settlements.runnerId))
    .innerJoin(customers, eq(customers.id, settlements.customerId))
    .where(isOnPage(settlements, page))
    .orderBy(desc(settlements.createdAt), desc(settlements.invoiceId))
    .limit(page.most)
}

export async function listCashPaymentPage(db: DbOrTx, page: DealPage) {
  return makeCashPaymentPageQuery(db, page)
}

/** The query of {@link listCashPaymentPage}; a test reads its plan. */
export function makeCashPaymentPageQuery(db: DbOrTx, page: DealPage) {
  return db
    .select({ deal: cashPayments, runner, isErased, isReferenceUsed })
    .from(cashPayments)
    .innerJoin(runners, eq(runners.id, cashPayments.runnerId))
    .innerJoin(customers, eq(customers.id, cashPayments.customerId))
    .where(isOnPage(cashPayments, page))
    .orderBy(desc(cashPayments.createdAt), desc(cashPayments.invoiceId))
    .limit(page.most)
}

function isOnPage(
  { createdAt, invoiceId }: typeof settlements | typeof cashPayments,
  { receivedSince, runnerPhone, below }: DealPage,
) {
  return and(
    receivedSince && gte(createdAt, receivedSince),
    runnerPhone === undefined ? undefined : eq(runners.phone, runnerPhone),
    below &&
      sql`(${createdAt}, ${invoiceId}) < (${below.createdAt.toISOString()}::timestamptz, ${below.invoiceId})`,
  )
}
