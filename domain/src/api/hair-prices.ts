/** The calls for hair prices. */
import * as v from 'valibot'
import { hairPriceRecordSchema } from '../hair.ts'
import { defineEndpoint } from './endpoint.ts'

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
