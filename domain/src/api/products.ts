/** The calls for products. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'

/** A product in the replies of our server. The app also accepts other forms. */
export const productRecordSchema = v.object({
  id: v.number(),
  productId: v.string(),
  name: v.string(),
  weight: v.string(),
  price: v.number(),
  image_url: v.string(),
})
export type ProductRecord = v.InferOutput<typeof productRecordSchema>

export const productsApi = {
  products: defineEndpoint({
    method: 'GET',
    path: '/api/products',
    summary: 'List all products',
    part: 'older',
    access: 'runner',
    reply: v.array(productRecordSchema),
  }),
} as const
