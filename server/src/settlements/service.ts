import { type DealKind, INVOICE_ID_PATTERN } from '@veni/domain/invoice'
import { recountDeal } from '@veni/domain/recount'
import type {
  Difference,
  RecountedCashPayment,
  RecountedSettlement,
} from '@veni/domain/recounted-deal'
import { deliverCustomer, requireCustomer } from '../customers/service.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError, notFound } from '../errors.ts'
import { requireOrder } from '../orders/service.ts'
import { toPaise } from '../rupees.ts'
import {
  type CashPaymentBody,
  invoiceTaken,
  requireSameDeal,
  type SettlementBody,
  toDealColumns,
} from './deal.ts'
import { findOfficePrices } from './office-prices-store.ts'
import { toCashPayment, toSettlement } from './present.ts'
import {
  type CashPaymentRow,
  findCashPayment,
  findSettlement,
  hasDeal,
  insertCashPayment,
  insertSettlement,
  listCashPayments,
  listSettlements,
  markSettlementDelivered,
  type SettlementRow,
  takeVisit,
} from './store.ts'

/**
 * Once per visit and per invoice id (ruling 19): the same deal again is answered with what is stored. Wrong sums refuse
 * nothing, they are stored with it. Throws `conflict`, `not-found`.
 */
export async function recordSettlement(
  tx: Tx,
  runnerId: number,
  body: SettlementBody,
): Promise<SettlementRow> {
  const stored = await findSettlement(tx, body.invoice_id)
  if (stored) return requireSameDeal(stored, runnerId, body)
  const customer = await requireCustomer(tx, runnerId, body.customer_id)
  if (!(await takeVisit(tx, toTaken(body, 'settlement')))) {
    const twin = await findSettlement(tx, body.invoice_id)
    return twin ? requireSameDeal(twin, runnerId, body) : refuseTaken(tx, body)
  }
  return insertSettlement(tx, {
    ...toDealColumns(body),
    runnerId,
    customerId: customer.id,
    differences: await recount(tx, body),
    // Only `deliverSettlement` moves it on, and its customer with it.
    status: 'confirmed',
    completedAt: new Date(body.settlement_date),
  })
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
  if (!(await takeVisit(tx, toTaken(body, 'cash-payment')))) {
    const twin = await findCashPayment(tx, body.invoice_id)
    return twin ? requireSameDeal(twin, runnerId, body) : refuseTaken(tx, body)
  }
  return insertCashPayment(tx, {
    ...toDealColumns(body),
    runnerId,
    customerId: customer.id,
    differences: await recount(tx, body),
    cashAmountPaise: toPaise(body.cash_amount, 'cash_amount'),
    payoutMethod: body.payout_method,
    upiReference: body.upi_reference,
    cashReceiptUrl: body.cash_receipt_url,
    orderId: order ? order.id : null,
    completedAt: new Date(body.payment_date),
  })
}

/** The newest of both kinds, as the runner's own record shows them. */
export async function listDeals(
  db: Db,
  runnerId: number,
  most: number,
): Promise<{ settlements: RecountedSettlement[]; cash_payments: RecountedCashPayment[] }> {
  const settlements = await listSettlements(db, runnerId, most)
  const payments = await listCashPayments(db, runnerId, most)
  return {
    settlements: settlements.map(toSettlement),
    cash_payments: payments.map(toCashPayment),
  }
}

function toTaken(body: SettlementBody | CashPaymentBody, kind: DealKind) {
  return { visitId: body.visit_id, invoiceId: body.invoice_id, kind }
}

/** Throws `conflict`, naming what another deal has. */
async function refuseTaken(tx: Tx, body: SettlementBody | CashPaymentBody): Promise<never> {
  if (await hasDeal(tx, body.visit_id)) {
    throw new AppError('conflict', 'This visit has another deal already.', [
      { path: 'visit_id', reason: 'has another deal already' },
    ])
  }
  throw invoiceTaken()
}

async function recount(tx: Tx, body: SettlementBody | CashPaymentBody): Promise<Difference[]> {
  const hairTypes = body.hair_lines.map((line) => line.hair_type)
  const productIds = body.items.map((item) => item.productId)
  return recountDeal(body, await findOfficePrices(tx, hairTypes, productIds))
}
