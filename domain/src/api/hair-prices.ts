/** What hair is worth. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** A hair price as our server answers it: the canonical form among those that the app accepts. */
export const hairPriceRecordSchema = v.object({
  hair_type: v.string(),
  price_per_20g: v.number(),
  minimum_weight_grams: v.number(),
  is_active: v.boolean(),
})
export type HairPriceRecord = v.InferOutput<typeof hairPriceRecordSchema>

export const hairPricesApi = {
  hairPricing: endpoint({
    method: 'GET',
    path: '/api/hair-pricing',
    summary: 'Prices per 20 g of each active hair type',
    part: 'section-7',
    access: 'runner',
    reply: v.array(hairPriceRecordSchema),
  }),
} as const
