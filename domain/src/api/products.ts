/** The products that a customer can take for hair. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** A product as our server answers it: the canonical form among those that the app accepts. */
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
  products: endpoint({
    method: 'GET',
    path: '/api/products',
    summary: 'All products that a customer can take',
    part: 'section-7',
    access: 'runner',
    reply: v.array(productRecordSchema),
  }),
} as const
