/** The calls for orders. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { orderCreateSchema, orderUpdateSchema } from '../order.ts'
import { idParam, MAX_DEAL_BYTES } from './fields.ts'

/** An order in the replies of our server. */
export const orderRecordSchema = v.object({
  id: v.number(),
  order_id: v.number(),
  status: v.string(),
})
export type OrderRecord = v.InferOutput<typeof orderRecordSchema>

export const ordersApi = {
  createOrder: defineEndpoint({
    method: 'POST',
    path: '/api/orders',
    summary: 'Create an order',
    part: 'older',
    access: 'runner',
    body: orderCreateSchema,
    maxBodyBytes: MAX_DEAL_BYTES,
    reply: orderRecordSchema,
    status: 201,
  }),
  updateOrder: defineEndpoint({
    method: 'PUT',
    path: '/api/orders/:id',
    summary: 'Update an order; `delivered` also sets its customer to delivered',
    part: 'older',
    access: 'runner',
    params: idParam,
    body: orderUpdateSchema,
    maxBodyBytes: MAX_DEAL_BYTES,
    reply: orderRecordSchema,
  }),
} as const
