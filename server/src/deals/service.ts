import type { dealsApi } from '@veni/domain/api/deals'
import { type DealKind, INVOICE_ID_PATTERN } from '@veni/domain/invoice'
import { recountDeal } from '@veni/domain/deal/recount'
import type {
  Difference,
  RecountedCashPayment,
  RecountedSettlement,
} from '@veni/domain/deal/record'
import { deliverCustomer, requireCustomer } from '../customers/service.ts'
import type { Db, Tx, Writer } from '../db/client.ts'
import { AppError, notFound } from '../errors.ts'
import { requireOrder } from '../orders/service.ts'
import type { Writes } from '../write.ts'
import {
  type CashPaymentBody,
  invoiceIdInUse,
  requireSameDeal,
  type SettlementBody,
  toCashPayment,
  toCashPaymentColumns,
  toSettlement,
  toSettlementColumns,
} from './deal-record.ts'
import {
  findCurrentPrices,
  findCashPayment,
  findSettlement,
  isVisitReserved,
  insertCashPayment,
  insertSettlement,
  listCashPayments,
  listSettlements,
  markSettlementDelivered,
  reserveDeal,
} from './store.ts'

/** The calls of `domain/src/api/deals.ts`. */
export const dealWrites: Writes<typeof dealsApi> = {
  recordSettlement: ({ tx, writer, body }) => recordSettlement(tx, writer, body),
  updateSettlement: ({ tx, writer, params }) => deliverSettlement(tx, writer, params.id),
  recordCashPayment: ({ tx, writer, body }) => recordCashPayment(tx, writer, body),
}

/**
 * Stores one settlement per visit and per invoice id; a repeat gets the stored one. Wrong sums are stored
 * as differences and refuse nothing. Throws `conflict`, `not-found`.
 */
async function recordSettlement(
  tx: Tx,
  { runnerId }: Writer,
  body: SettlementBody,
): Promise<RecountedSettlement> {
  const stored = await findSettlement(tx, body.invoice_id)
  if (stored) return toSettlement(requireSameDeal(stored, runnerId, body))
  const customer = await requireCustomer(tx, runnerId, body.customer_id)
  if (!(await reserveDeal(tx, toReservation(body, 'settlement')))) {
    const duplicate = await findSettlement(tx, body.invoice_id)
    if (!duplicate) return refuseReserved(tx, body)
    return toSettlement(requireSameDeal(duplicate, runnerId, body))
  }
  const settlement = await insertSettlement(tx, {
    ...toSettlementColumns(body),
    runnerId,
    customerId: customer.id,
    differences: await recount(tx, body),
  })
  return toSettlement(settlement)
}

/** Sets a settlement and its customer to delivered in one transaction. Throws `not-found`. */
async function deliverSettlement(
  tx: Tx,
  { runnerId, now }: Writer,
  invoiceId: string,
): Promise<RecountedSettlement> {
  // No deal can have an id of another form, and PostgreSQL cannot even compare some of them.
  if (!INVOICE_ID_PATTERN.test(invoiceId)) throw notFound()
  const settlement = await markSettlementDelivered(tx, runnerId, invoiceId, now)
  if (!settlement) throw notFound()
  await deliverCustomer(tx, settlement.customerId, now)
  return toSettlement(settlement)
}

/** Like `recordSettlement`; the order of `order_id` must belong to the same runner and customer. Throws `conflict`, `not-found`. */
async function recordCashPayment(
  tx: Tx,
  { runnerId }: Writer,
  body: CashPaymentBody,
): Promise<RecountedCashPayment> {
  const stored = await findCashPayment(tx, body.invoice_id)
  if (stored) return toCashPayment(requireSameDeal(stored, runnerId, body))
  const customer = await requireCustomer(tx, runnerId, body.customer_id)
  const order = body.order_id && (await requireOrder(tx, runnerId, body.order_id))
  if (order && order.customerId !== customer.id) throw notFound()
  if (!(await reserveDeal(tx, toReservation(body, 'cash-payment')))) {
    const duplicate = await findCashPayment(tx, body.invoice_id)
    if (!duplicate) return refuseReserved(tx, body)
    return toCashPayment(requireSameDeal(duplicate, runnerId, body))
  }
  const payment = await insertCashPayment(tx, {
    ...toCashPaymentColumns(body),
    runnerId,
    customerId: customer.id,
    differences: await recount(tx, body),
    orderId: order ? order.id : null,
  })
  return toCashPayment(payment)
}

/** Returns the runner's newest deals of both kinds in the shape of the runner record. */
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

function toReservation(body: SettlementBody | CashPaymentBody, kind: DealKind) {
  return { visitId: body.visit_id, invoiceId: body.invoice_id, kind }
}

/** Throws `conflict` and names the field that belongs to another deal. */
async function refuseReserved(tx: Tx, body: SettlementBody | CashPaymentBody): Promise<never> {
  if (await isVisitReserved(tx, body.visit_id)) {
    throw new AppError('conflict', 'This visit has another deal already.', [
      { path: 'visit_id', reason: 'has another deal already' },
    ])
  }
  throw invoiceIdInUse()
}

async function recount(tx: Tx, body: SettlementBody | CashPaymentBody): Promise<Difference[]> {
  const hairTypes = body.hair_lines.map((line) => line.hair_type)
  const productIds = body.items.map((item) => item.productId)
  return recountDeal(body, await findCurrentPrices(tx, hairTypes, productIds))
}
