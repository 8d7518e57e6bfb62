/** The runner's own record. */
import { endpoint } from './endpoint.ts'
import * as v from 'valibot'
import { recountedCashPaymentSchema, recountedSettlementSchema } from '../deal/record.ts'
import { runnerRecordSchema } from './records.ts'

/** One completed order or deal, as /profile lists it. */
export const completedOrderSchema = v.object({
  order_id: v.number(),
  customer_id: v.number(),
  customer_name: v.string(),
  product_name: v.string(),
  purchase_type: v.string(),
  /** Rupees. */
  amount: v.number(),
  completed_at: v.string(),
})
export type CompletedOrder = v.InferOutput<typeof completedOrderSchema>

/** The runner's own record, newest first; lists are cut to the newest 200. */
export const runnerAccountSchema = v.object({
  runner: runnerRecordSchema,
  orders: v.array(completedOrderSchema),
  settlements: v.array(recountedSettlementSchema),
  cash_payments: v.array(recountedCashPaymentSchema),
})
export type RunnerAccount = v.InferInput<typeof runnerAccountSchema>

export const accountApi = {
  account: endpoint({
    method: 'GET',
    path: '/api/runners/me',
    summary: 'The signed-in runner with his orders and deals, newest first',
    part: 'extension',
    access: 'runner',
    reply: runnerAccountSchema,
  }),
} as const
