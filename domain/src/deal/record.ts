/**
 * The two records a completed deal leaves: an items settlement or a cash payment.
 * The same shape is kept on the phone and sent to our server. Amounts are rupees, weights grams.
 */
import * as v from 'valibot'
import { balanceDirection, dealItemSchema } from '../cart.ts'
import { INVOICE_ID_PATTERN } from '../invoice.ts'
import type { Paise } from '../money.ts'
import { locationSchema } from '../location.ts'
import { PAYOUT_METHODS } from '../order.ts'
import { looseId } from '../api/wire.ts'

const text = v.pipe(v.string(), v.maxLength(2_000))
const rupees = v.pipe(v.number(), v.finite(), v.minValue(-1e9), v.maxValue(1e9))
const amount = v.pipe(rupees, v.minValue(0))
/** When the deal was completed, by the phone's clock. Forms of ISO 8601 that no `Date` reads, such as `+05`, are refused. */
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => Date.parse(text) >= 0),
)
const grams = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e7))

/** What was weighed and at which price: the price is frozen into the deal. */
export const hairLineSchema = v.object({
  hair_type: text,
  weight_grams: grams,
  price_per_20g: amount,
  value: amount,
})

const dealFields = {
  invoice_id: v.pipe(v.string(), v.regex(INVOICE_ID_PATTERN)),
  visit_id: v.pipe(v.string(), v.uuid()),
  customer_id: looseId,
  customer_name: text,
  hair_type: text,
  hair_weight: grams,
  hair_value: amount,
  hair_lines: v.pipe(v.array(hairLineSchema), v.maxLength(100)),
  items: v.pipe(v.array(dealItemSchema), v.maxLength(500)),
  items_total: amount,
  /** Size of the balance; `balance_type` says which way it goes. */
  balance_amount: amount,
  balance_type: v.picklist(['return', 'collect']),
  hair_photo_url: text,
  location: locationSchema,
}

export const settlementSchema = v.object({
  ...dealFields,
  settlement_date: instant,
  status: v.picklist(['confirmed', 'delivered']),
})
/** As it is stored and sent; items carry rupee prices. */
export type Settlement = v.InferInput<typeof settlementSchema>

export const cashPaymentSchema = v.object({
  ...dealFields,
  cash_amount: amount,
  payout_method: v.picklist(PAYOUT_METHODS),
  upi_reference: text,
  cash_receipt_url: text,
  payment_date: instant,
  status: v.literal('completed'),
  order_id: v.optional(looseId),
})
export type CashPayment = v.InferInput<typeof cashPaymentSchema>

/** A balance of 0 counts as `return`. */
export function recordedBalanceType(balancePaise: Paise): 'return' | 'collect' {
  return balanceDirection(balancePaise) === 'collect' ? 'collect' : 'return'
}

/**
 * `sum`: the phone's arithmetic is wrong. `cash`: what was paid or collected is not the balance. `price`: frozen when
 * the hair was weighed, and another one at the office by now; no mistake of anybody.
 */
const DIFFERENCE_KINDS = ['sum', 'cash', 'price'] as const

const figure = v.union([v.number(), v.string()])

const differenceSchema = v.object({
  /** Path in the record: `hair_value`, `items.0.price`. */
  field: v.string(),
  /** Rupees, grams or the balance's direction, as the record says them. */
  phone: figure,
  /** null when the office has no such price, or the figures are beyond what anybody can weigh or buy. */
  office: v.nullable(figure),
  kind: v.picklist(DIFFERENCE_KINDS),
})
export type Difference = v.InferOutput<typeof differenceSchema>

/** Absent when the office reckons as the phone did. Older apps pass over it. */
const recounted = { differences: v.optional(v.array(differenceSchema)) }

/** A deal as our server answers it: what was sent, and what was found in it. */
export const recountedSettlementSchema = v.object({ ...settlementSchema.entries, ...recounted })
export type RecountedSettlement = v.InferInput<typeof recountedSettlementSchema>

export const recountedCashPaymentSchema = v.object({ ...cashPaymentSchema.entries, ...recounted })
export type RecountedCashPayment = v.InferInput<typeof recountedCashPaymentSchema>
