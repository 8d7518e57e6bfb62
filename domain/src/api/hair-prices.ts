/** The calls for hair prices. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'

/** A hair price in the replies of our server. The app also accepts other forms. */
export const hairPriceRecordSchema = v.object({
  hair_type: v.string(),
  price_per_20g: v.number(),
  minimum_weight_grams: v.number(),
  is_active: v.boolean(),
})
export type HairPriceRecord = v.InferOutput<typeof hairPriceRecordSchema>

export const hairPricesApi = {
  hairPricing: defineEndpoint({
    method: 'GET',
    path: '/api/hair-pricing',
    summary: 'List the price per 20 g of each active hair type',
    part: 'older',
    access: 'runner',
    reply: v.array(hairPriceRecordSchema),
  }),
} as const
