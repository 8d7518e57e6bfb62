/**
 * A deal completes a visit. {@link buildDeal} builds it from visit and form: the record, and the work that sends it.
 * The inverse is `recountDeal` in deal/recount.ts, which computes the figures of a record again.
 */
import * as v from 'valibot'
import { checkOnly } from './api/wire.ts'
import { computeCartTotals, toDealItems } from './cart.ts'
import { fitItems, shorten } from './deal/fit-record.ts'
import {
  cashPaymentSchema,
  toBalanceType,
  recountedSettlementSchema,
  settlementSchema,
  type CashPayment,
  type Settlement,
} from './deal/record.ts'
import { formatHairType, toHairLineRecord, sumWeightGrams } from './hair.ts'
import { makeInvoiceId, type DealKind } from './invoice.ts'
import type { Location } from './location.ts'
import { absolutePaise, rupeesFromPaise, ZERO_PAISE, type Paise } from './money.ts'
import { buildDealOrder, type OrderUpdate, type PayoutMethod } from './order.ts'
import { PHOTO_ROLES, type PhotoRole } from './photo.ts'
import { isDemoVisit, type Visit } from './visit.ts'
import type { Work, WorkOf } from './work.ts'

const common = {
  visitId: v.string(),
  invoiceId: v.string(),
  /** `toPhoneKey` of the runner's phone; '' when no runner is signed in. */
  owner: v.string(),
  customerId: v.string(),
  /** ms since 1970 by the phone's clock. */
  createdAt: v.number(),
  /** As `clock_offset_s` of the record; absent when the phone has never measured it. */
  clockOffsetS: v.optional(v.number()),
  /** When the server acknowledged the last step, ms since 1970; absent until then. */
  receivedAt: v.optional(v.number()),
  /** When the server no longer had a deal that it had acknowledged, ms since 1970: the phone sends it again. */
  takenBackAt: v.optional(v.number()),
  /** The figures for which the recount has another value. */
  differences: recountedSettlementSchema.entries.differences,
  /** A deal with a demo customer is never sent. */
  isDemo: v.boolean(),
}

/** A completed deal as the phone stores it. Fields are only ever added, and optional. */
export const dealSchema = v.variant('kind', [
  v.object({ ...common, kind: v.literal('settlement'), record: checkOnly(settlementSchema) }),
  v.object({ ...common, kind: v.literal('cash-payment'), record: checkOnly(cashPaymentSchema) }),
])
export type Deal = v.InferOutput<typeof dealSchema>
export type DealOf<TKind extends DealKind> = Extract<Deal, { kind: TKind }>

export interface DealPhoto {
  readonly id: string
  /** The photo's address at the server, which our server gives before the upload; '' while it is unknown. */
  readonly url: string
  /** The address in the phone's record: `url`, or an object URL while that is unknown. */
  readonly localUrl: string
}

export interface SettlementForm {
  readonly kind: 'settlement'
  readonly packet: DealPhoto
  readonly location: Location
}

export interface CashPaymentForm extends Omit<SettlementForm, 'kind'> {
  readonly kind: 'cash-payment'
  readonly receipt: DealPhoto | undefined
  readonly payoutMethod: PayoutMethod
  readonly upiReference: string
  /** undefined when the field is empty: no cash was paid or collected. */
  readonly cashAmountPaise: Paise | undefined
}

export type DealForm = SettlementForm | CashPaymentForm

/** What {@link buildDeal} needs besides the visit and the form. */
export interface DealContext {
  readonly owner: string
  /** ms since 1970 by the phone's clock. */
  readonly now: number
  /** As `clock_offset_s` of the record. */
  readonly clockOffsetS?: number | undefined
  /** `INVOICE_RANDOM_LENGTH` uniformly random bytes. */
  readonly randomBytes: ArrayLike<number>
}

export interface BuiltDeal {
  readonly deal: Deal
  /** The calls that send the deal; not used for a demo customer. */
  readonly work: Work
}

/** Builds the deal of a visit. Its record and every call have the same invoice id. */
export function buildDeal(visit: Visit, form: DealForm, context: DealContext): BuiltDeal {
  const head = {
    visitId: visit.id,
    invoiceId: makeInvoiceId(form.kind, context.now, context.randomBytes),
    owner: context.owner,
    customerId: visit.customer.id,
    createdAt: context.now,
    ...(context.clockOffsetS !== undefined && { clockOffsetS: context.clockOffsetS }),
    isDemo: isDemoVisit(visit),
  }
  return form.kind === 'settlement'
    ? buildSettlement(visit, form, head)
    : buildCashPayment(visit, form, head)
}

type DealHead = Omit<Deal, 'kind' | 'record'>

function buildSettlement(visit: Visit, form: SettlementForm, head: DealHead): BuiltDeal {
  const settlement: Settlement = {
    ...buildCommonRecord(visit, form, head),
    settlement_date: new Date(head.createdAt).toISOString(),
    status: 'confirmed',
  }
  const record = { ...settlement, hair_photo_url: form.packet.localUrl }
  return {
    deal: { ...head, kind: 'settlement', record },
    work: toSettlementWork(settlement, form.packet),
  }
}

/**
 * Makes the work that sends a settlement.
 * @param settlement without an object URL, which only this phone can read
 */
export function toSettlementWork(
  settlement: Settlement,
  packet: Pick<DealPhoto, 'id'> | undefined,
): WorkOf<'settlement'> {
  return { kind: 'settlement', settlement, photos: toPhotoIds({ packet }) }
}

function buildCashPayment(visit: Visit, form: CashPaymentForm, head: DealHead): BuiltDeal {
  const { packet, receipt } = form
  const payment: CashPayment = {
    ...buildCommonRecord(visit, form, head),
    cash_amount: rupeesFromPaise(form.cashAmountPaise ?? ZERO_PAISE),
    payout_method: form.payoutMethod,
    upi_reference: form.payoutMethod === 'upi' ? shorten(form.upiReference.trim()) : '',
    cash_receipt_url: receipt?.url ?? '',
    payment_date: new Date(head.createdAt).toISOString(),
    status: 'completed',
  }
  const record = {
    ...payment,
    hair_photo_url: packet.localUrl,
    cash_receipt_url: receipt?.localUrl ?? '',
  }
  return {
    deal: { ...head, kind: 'cash-payment', record },
    work: {
      kind: 'cash-payment',
      order: buildOrder(visit, payment),
      delivered: buildDelivery(payment),
      payment,
      photos: toPhotoIds({ packet, receipt }),
    },
  }
}

type CommonRecord = Omit<Pick<Settlement, keyof Settlement & keyof CashPayment>, 'status'>

/** The fields of both kinds of record. */
function buildCommonRecord(visit: Visit, form: DealForm, head: DealHead): CommonRecord {
  const { cart, hairLines } = visit
  const { itemsTotalPaise, balancePaise } = computeCartTotals(cart)
  return {
    invoice_id: head.invoiceId,
    visit_id: visit.id,
    customer_id: visit.customer.id,
    customer_name: shorten(visit.customer.name),
    hair_type: shorten(hairLines.map((line) => formatHairType(line.hairType)).join(', ')),
    hair_weight: sumWeightGrams(hairLines),
    hair_value: rupeesFromPaise(cart.hairValuePaise),
    hair_lines: hairLines.map(toHairLineRecord),
    items: fitItems(toDealItems(cart.items)),
    items_total: rupeesFromPaise(itemsTotalPaise),
    balance_amount: rupeesFromPaise(absolutePaise(balancePaise)),
    balance_type: toBalanceType(balancePaise),
    hair_photo_url: form.packet.url,
    location: { ...form.location, address: shorten(form.location.address) },
    ...(head.clockOffsetS !== undefined && { clock_offset_s: head.clockOffsetS }),
  }
}

const buildOrder = (visit: Visit, payment: CashPayment) =>
  buildDealOrder({
    customerId: visit.customer.id,
    visitId: visit.id,
    invoiceId: payment.invoice_id,
    items: visit.cart.items,
    hairValuePaise: visit.cart.hairValuePaise,
    payoutMethod: payment.payout_method,
    deliveryAddress: shorten(visit.customer.location),
    customerNotes: '',
    runnerNotes: `Invoice ${payment.invoice_id}`,
    hairPhotoUrl: payment.hair_photo_url,
    cashReceiptUrl: payment.cash_receipt_url,
  })

/** How the order of a cash payment is delivered. */
export const buildDelivery = (payment: CashPayment): OrderUpdate => ({
  status: 'delivered',
  runner_notes: payment.upi_reference
    ? `Invoice ${payment.invoice_id}, UPI reference ${payment.upi_reference}`
    : `Invoice ${payment.invoice_id}`,
  delivery_date: payment.payment_date,
  actual_amount: payment.cash_amount,
  payment_type: payment.payout_method,
  hair_photo_url: payment.hair_photo_url,
  cash_receipt_url: payment.cash_receipt_url,
  visit_id: payment.visit_id,
  invoice_id: payment.invoice_id,
})

const toPhotoIds = (photos: Partial<Record<PhotoRole, Pick<DealPhoto, 'id'> | undefined>>) =>
  PHOTO_ROLES.flatMap((role) => {
    const id = photos[role]?.id
    return id === undefined ? [] : [{ id, role }]
  })
