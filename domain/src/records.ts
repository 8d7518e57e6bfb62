/** Records as our own server answers them: the canonical shapes among those the app accepts. */
import * as v from 'valibot'

export const productRecordSchema = v.object({
  id: v.number(),
  productId: v.string(),
  name: v.string(),
  weight: v.string(),
  price: v.number(),
  image_url: v.string(),
})
export type ProductRecord = v.InferOutput<typeof productRecordSchema>

export const hairPriceRecordSchema = v.object({
  hair_type: v.string(),
  price_per_20g: v.number(),
  minimum_weight_grams: v.number(),
  is_active: v.boolean(),
})
export type HairPriceRecord = v.InferOutput<typeof hairPriceRecordSchema>

export const orderRecordSchema = v.object({
  id: v.number(),
  order_id: v.number(),
  status: v.string(),
})
export type OrderRecord = v.InferOutput<typeof orderRecordSchema>

export const runnerRecordSchema = v.object({ id: v.number(), name: v.string() })
export type RunnerRecord = v.InferOutput<typeof runnerRecordSchema>
