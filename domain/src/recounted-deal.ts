/** Where the office reckons otherwise than the phone did. The deal stands: it was done before the customer. */
import * as v from 'valibot'
import { cashPaymentSchema, settlementSchema } from './settlement.ts'

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
