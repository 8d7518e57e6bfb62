import type { dealsApi } from '@veni/domain/api/deals'
import { type DealKind, INVOICE_ID_PATTERN } from '@veni/domain/invoice'
import type { RecountedCashPayment, RecountedSettlement } from '@veni/domain/deal/record'
import type { Work } from '@veni/domain/work'
import { ERASED_DEAL } from '../customers/erased-fields.ts'
import { deliverCustomer, lockCustomer, requireDealCustomer } from '../customers/service.ts'
import type { Db, Tx, Writer } from '../db/client.ts'
import { AppError, notFound } from '../errors.ts'
import { requireOrder } from '../orders/service.ts'
import type { Writes } from '../write.ts'
import { checkDeal } from './check-deal.ts'
import {
  type CashPaymentBody,
  type SettlementBody,
  toCashPayment,
  toCashPaymentColumns,
  toSettlement,
  toSettlementColumns,
} from './deal-record.ts'
import { invoiceIdInUse, requireSameDeal } from './same-deal.ts'
import {
  type CashPaymentRow,
  type ListPart,
  type Reservation,
  type SettlementRow,
  findCashPayment,
  findOwnSettlement,
  findSettlement,
  isVisitReserved,
  insertCashPayment,
  insertSettlement,
  listCashPayments,
  listSettlements,
  markSettlementDelivered,
  reserveAhead,
  reserveDeal,
  wasReserved,
} from './store.ts'

export { readReserved } from './store.ts'

/** Reserves the deals of these works in one statement, before they are recorded. */
export const reserveDeals = (tx: Tx, works: readonly Work[]): Promise<void> =>
  reserveAhead(
    tx,
    works.flatMap((work) => {
      if (work.kind === 'settlement') return [toReservation(work.settlement, work.kind)]
      return work.kind === 'cash-payment' ? [toReservation(work.payment, work.kind)] : []
    }),
  )

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
  writer: Writer,
  body: SettlementBody,
): Promise<RecountedSettlement> {
  const { runnerId } = writer
  const find = () => findSettlement(tx, body.invoice_id)
  const stored =
    (await wasReserved(tx, body.invoice_id)) && (await lockStored(tx, find, { runnerId, body }))
  if (stored) return toSettlement(requireSameDeal(stored, runnerId, body))
  const customer = await requireDealCustomer(tx, writer, body.customer_id)
  if (!(await reserveDeal(tx, toReservation(body, 'settlement')))) {
    const duplicate = await find()
    if (!duplicate) return refuseReserved(tx, body)
    return toSettlement(requireSameDeal(duplicate, runnerId, body))
  }
  const settlement = await insertSettlement(tx, {
    ...toSettlementColumns(body),
    ...(customer.isErased && ERASED_DEAL),
    runnerId,
    customerId: customer.id,
    ...(await checkDeal(tx, writer, body, { customer, order: undefined })),
  })
  return toSettlement(settlement)
}

/** Sets a settlement and its customer to delivered in one transaction, once. Throws `not-found`. */
async function deliverSettlement(
  tx: Tx,
  writer: Writer,
  invoiceId: string,
): Promise<RecountedSettlement> {
  // No deal can have an id of another form, and PostgreSQL cannot even compare some of them.
  if (!INVOICE_ID_PATTERN.test(invoiceId)) throw notFound()
  const { runnerId, now } = writer
  const settlement = await findOwnSettlement(tx, runnerId, invoiceId)
  if (!settlement) throw notFound()
  // The customer first, as every writer does: two writers of one customer must never wait for each other.
  await lockCustomer(tx, settlement.customerId)
  const delivered = await markSettlementDelivered(tx, runnerId, invoiceId, now)
  if (!delivered)
    return toSettlement((await findOwnSettlement(tx, runnerId, invoiceId)) ?? settlement)
  await deliverCustomer(tx, writer, delivered.customerId)
  return toSettlement(delivered)
}

/** Like `recordSettlement`; the order of `order_id` must belong to the same runner and customer. Throws `conflict`, `not-found`. */
async function recordCashPayment(
  tx: Tx,
  writer: Writer,
  body: CashPaymentBody,
): Promise<RecountedCashPayment> {
  const { runnerId } = writer
  const find = () => findCashPayment(tx, body.invoice_id)
  const stored =
    (await wasReserved(tx, body.invoice_id)) && (await lockStored(tx, find, { runnerId, body }))
  if (stored) return toCashPayment(requireSameDeal(stored, runnerId, body))
  const customer = await requireDealCustomer(tx, writer, body.customer_id)
  const order = body.order_id ? await requireOrder(tx, runnerId, body.order_id) : undefined
  if (order && order.customerId !== customer.id) throw notFound()
  if (!(await reserveDeal(tx, toReservation(body, 'cash-payment')))) {
    const duplicate = await find()
    if (!duplicate) return refuseReserved(tx, body)
    return toCashPayment(requireSameDeal(duplicate, runnerId, body))
  }
  const payment = await insertCashPayment(tx, {
    ...toCashPaymentColumns(body),
    ...(customer.isErased && ERASED_DEAL),
    runnerId,
    customerId: customer.id,
    ...(await checkDeal(tx, writer, body, { customer, order })),
    orderId: order?.id ?? null,
  })
  return toCashPayment(payment)
}

/**
 * A stored deal. That of this runner and customer is read when its customer is locked: an erase that has begun ends first,
 * and what it has erased is in no answer that is stored after it. Another one is refused, and locks nothing: the customer
 * of the call may be locked already, and nobody locks a second one.
 */
async function lockStored<TRow extends SettlementRow | CashPaymentRow>(
  tx: Tx,
  find: () => Promise<TRow | undefined>,
  { runnerId, body }: { runnerId: number; body: SettlementBody | CashPaymentBody },
): Promise<TRow | undefined> {
  const found = await find()
  const isOwn = found?.runnerId === runnerId && String(found.customerId) === body.customer_id
  if (!isOwn) return found
  await lockCustomer(tx, found.customerId)
  return find()
}

/** Returns the runner's last received settlements in the shape of the runner record. */
export async function listSettlementRecords(
  db: Db,
  runnerId: number,
  part: ListPart,
): Promise<(RecountedSettlement & Received)[]> {
  const rows = await listSettlements(db, runnerId, part)
  return rows.map((row) => ({ ...toSettlement(row), ...toReceived(row) }))
}

/** As {@link listSettlementRecords}, for cash payments. */
export async function listCashPaymentRecords(
  db: Db,
  runnerId: number,
  part: ListPart,
): Promise<(RecountedCashPayment & Received)[]> {
  const rows = await listCashPayments(db, runnerId, part)
  return rows.map((row) => ({ ...toCashPayment(row), ...toReceived(row) }))
}

type Received = ReturnType<typeof toReceived>
const toReceived = ({ createdAt }: { createdAt: Date }) => ({
  received_at: createdAt.toISOString(),
})

const toReservation = (
  deal: Pick<SettlementBody, 'visit_id' | 'invoice_id'>,
  kind: DealKind,
): Reservation => ({ visitId: deal.visit_id, invoiceId: deal.invoice_id, kind })

/** Throws `conflict` and names the field that belongs to another deal. */
async function refuseReserved(tx: Tx, body: SettlementBody | CashPaymentBody): Promise<never> {
  if (await isVisitReserved(tx, body.visit_id)) {
    throw new AppError('conflict', 'This visit has another deal already.', [
      { path: 'visit_id', reason: 'has another deal already' },
    ])
  }
  throw invoiceIdInUse()
}
