/** Orders. */
import { endpoint } from './endpoint.ts'
import { orderCreateSchema, orderUpdateSchema } from '../order.ts'
import { orderRecordSchema } from './records.ts'
import { idParam } from './fields.ts'

export const ordersApi = {
  createOrder: endpoint({
    method: 'POST',
    path: '/api/orders',
    summary: 'Create an order',
    part: 'section-7',
    access: 'runner',
    body: orderCreateSchema,
    reply: orderRecordSchema,
    status: 201,
  }),
  updateOrder: endpoint({
    method: 'PUT',
    path: '/api/orders/:id',
    summary: 'Update an order; `delivered` also sets its customer to delivered',
    part: 'section-7',
    access: 'runner',
    params: idParam,
    body: orderUpdateSchema,
    reply: orderRecordSchema,
  }),
} as const
