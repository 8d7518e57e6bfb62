/**
 * The record of a deal: an items settlement or a cash payment. The phone stores and sends the
 * same shape. Amounts are in rupees, weights in grams. A new field is `v.optional` without a default: phones and older
 * apps have records without it, and the server's hash of these records must not change.
 */
import * as v from 'valibot'
import { findBalanceDirection, dealItemSchema } from '../cart.ts'
import { hairLineSchema } from '../hair.ts'
import { INVOICE_ID_PATTERN } from '../invoice.ts'
import type { Paise } from '../money.ts'
import { locationSchema } from '../location.ts'
import { PAYOUT_METHODS } from '../order.ts'
import { clockOffset, isInstant } from '../api/fields.ts'
import { looseId } from '../api/wire.ts'

const text = v.pipe(v.string(), v.maxLength(2_000))
const rupees = v.pipe(v.number(), v.finite(), v.minValue(-1e9), v.maxValue(1e9))
const amount = v.pipe(rupees, v.minValue(0))
/**
 * When the deal was completed, by the phone's clock. `Date` cannot read some ISO 8601 forms, such as `+05`. A day that no
 * calendar has is flagged and not refused (`readTime`): no app sends it, and hair and money have changed hands.
 */
const instant = v.pipe(v.string(), v.isoTimestamp(), v.check(isInstant))
const grams = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e7))

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
  /** The balance without its sign; `balance_type` has the direction. */
  balance_amount: amount,
  balance_type: v.picklist(['return', 'collect']),
  hair_photo_url: text,
  location: locationSchema,
  /**
   * Seconds by which the server's clock was ahead of the phone's, as last measured: added to the deal's own time they
   * give the time by the server's clock. Absent when the phone has never measured it.
   */
  clock_offset_s: v.optional(clockOffset),
}

export const settlementSchema = v.object({
  ...dealFields,
  settlement_date: instant,
  status: v.picklist(['confirmed', 'delivered']),
})
/** Before parsing, as the phone stores and sends it; the prices of items are in rupees. */
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
export function toBalanceType(balancePaise: Paise): 'return' | 'collect' {
  return findBalanceDirection(balancePaise) === 'collect' ? 'collect' : 'return'
}

/**
 * `sum`: the phone computed a sum wrongly. `cash`: the paid or collected cash is not the balance. `price`: the server's
 * price is not the price of the valuation, because it changed in between; this is not an error.
 */
const DIFFERENCE_KINDS = ['sum', 'cash', 'price'] as const

const figure = v.union([v.number(), v.string()])

const differenceSchema = v.object({
  /** Path in the record: `hair_value`, `items.0.price`. */
  field: v.string(),
  /** The value in the record: rupees, grams or the balance's direction. */
  phone: figure,
  /** The server's value; null when it has no such price, or when the record has figures that are not possible. */
  office: v.nullable(figure),
  kind: v.picklist(DIFFERENCE_KINDS),
})
export type Difference = v.InferOutput<typeof differenceSchema>

/** What our server adds. Older apps ignore it. */
const recounted = {
  /** Absent when the recount has the same figures. */
  differences: v.optional(v.array(differenceSchema)),
  /** When the server received the deal, by its clock; only in the runner record. */
  received_at: v.optional(v.pipe(v.string(), v.isoTimestamp())),
}

/** The reply of our server: the record that was sent, with the differences. */
export const recountedSettlementSchema = v.object({ ...settlementSchema.entries, ...recounted })
export type RecountedSettlement = v.InferInput<typeof recountedSettlementSchema>

export const recountedCashPaymentSchema = v.object({ ...cashPaymentSchema.entries, ...recounted })
export type RecountedCashPayment = v.InferInput<typeof recountedCashPaymentSchema>
