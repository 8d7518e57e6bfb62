import { INVOICE_ID_PATTERN } from '@veni/domain/invoice'
import type { CashPayment, Settlement } from '@veni/domain/settlement'
import { deliverCustomer, requireCustomer } from '../customers/service.ts'
import type { Db, Tx } from '../db/client.ts'
import { notFound } from '../errors.ts'
import { invariant } from '../invariant.ts'
import { requireOrder } from '../orders/service.ts'
import { toPaise } from '../rupees.ts'
import {
  type CashPaymentBody,
  requireSameDeal,
  type SettlementBody,
  toDealColumns,
} from './deal.ts'
import { toCashPayment, toSettlement } from './present.ts'
import {
  type CashPaymentRow,
  findCashPayment,
  findSettlement,
  insertCashPayment,
  insertSettlement,
  listCashPayments,
  listSettlements,
  markSettlementDelivered,
  type SettlementRow,
} from './store.ts'

/** Once per invoice id (ruling 19): the same deal again is answered with what is stored. Throws `conflict`, `not-found`. */
export async function recordSettlement(
  tx: Tx,
  runnerId: number,
  body: SettlementBody,
): Promise<SettlementRow> {
  const stored = await findSettlement(tx, body.invoice_id)
  if (stored) return requireSameDeal(stored, runnerId, body)
  const customer = await requireCustomer(tx, runnerId, body.customer_id)
  const inserted = await insertSettlement(tx, {
    ...toDealColumns(body),
    runnerId,
    customerId: customer.id,
    // Only `deliverSettlement` moves it on, and its customer with it.
    status: 'confirmed',
    completedAt: new Date(body.settlement_date),
  })
  if (inserted) return inserted
  return requireSameDeal(expectStored(await findSettlement(tx, body.invoice_id)), runnerId, body)
}

/** The goods are handed over: the customer is delivered in the same transaction. Throws `not-found`. */
export async function deliverSettlement(
  tx: Tx,
  runnerId: number,
  invoiceId: string,
  now: Date,
): Promise<SettlementRow> {
  // As with row ids: what cannot be one names nothing that exists.
  if (!INVOICE_ID_PATTERN.test(invoiceId)) throw notFound()
  const settlement = await markSettlementDelivered(tx, runnerId, invoiceId, now)
  if (!settlement) throw notFound()
  await deliverCustomer(tx, settlement.customerId, now)
  return settlement
}

/** As `recordSettlement`; an order it names must be the same runner's, for the same customer. */
export async function recordCashPayment(
  tx: Tx,
  runnerId: number,
  body: CashPaymentBody,
): Promise<CashPaymentRow> {
  const stored = await findCashPayment(tx, body.invoice_id)
  if (stored) return requireSameDeal(stored, runnerId, body)
  const customer = await requireCustomer(tx, runnerId, body.customer_id)
  const order = body.order_id && (await requireOrder(tx, runnerId, body.order_id))
  if (order && order.customerId !== customer.id) throw notFound()
  const inserted = await insertCashPayment(tx, {
    ...toDealColumns(body),
    runnerId,
    customerId: customer.id,
    cashAmountPaise: toPaise(body.cash_amount, 'cash_amount'),
    payoutMethod: body.payout_method,
    upiReference: body.upi_reference,
    cashReceiptUrl: body.cash_receipt_url,
    orderId: order ? order.id : null,
    completedAt: new Date(body.payment_date),
  })
  if (inserted) return inserted
  return requireSameDeal(expectStored(await findCashPayment(tx, body.invoice_id)), runnerId, body)
}

/** The newest of both kinds, as the runner's own record shows them. */
export async function listDeals(
  db: Db,
  runnerId: number,
  most: number,
): Promise<{ settlements: Settlement[]; cash_payments: CashPayment[] }> {
  const settlements = await listSettlements(db, runnerId, most)
  const payments = await listCashPayments(db, runnerId, most)
  return {
    settlements: settlements.map(toSettlement),
    cash_payments: payments.map(toCashPayment),
  }
}

/** The insert found the id taken, so another request has just committed it. */
function expectStored<TRow>(row: TRow | undefined): TRow {
  invariant(row, 'a taken invoice id has no deal')
  return row
}
