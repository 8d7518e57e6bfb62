/** What hair is worth, and what it buys. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { hairPriceRecordSchema, productRecordSchema } from './records.ts'

export const catalogueApi = {
  products: endpoint({
    method: 'GET',
    path: '/api/products',
    summary: 'The gift catalogue',
    part: 'section-7',
    access: 'runner',
    reply: v.array(productRecordSchema),
  }),
  hairPricing: endpoint({
    method: 'GET',
    path: '/api/hair-pricing',
    summary: 'Prices per 20 g of each active hair type',
    part: 'section-7',
    access: 'runner',
    reply: v.array(hairPriceRecordSchema),
  }),
} as const
