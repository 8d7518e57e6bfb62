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

export const customerRecordSchema = v.object({
  id: v.number(),
  state: v.string(),
  district: v.string(),
  village_info: v.string(),
  member_name: v.string(),
  father_or_husband_name: v.string(),
  mobile: v.string(),
  email: v.string(),
  status: v.string(),
  runner_id: v.nullable(v.number()),
  extra: v.string(),
  comments: v.string(),
  next_followup: v.nullable(v.string()),
})
export type CustomerRecord = v.InferOutput<typeof customerRecordSchema>
