/** The runner record: the signed-in runner with orders and deals, for /profile. */
import { defineEndpoint } from './endpoint.ts'
import * as v from 'valibot'
import { recountedCashPaymentSchema, recountedSettlementSchema } from '../deal/record.ts'
import { wireRunnerSchema } from '../runner.ts'

/** One completed order or deal in the list of /profile. */
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

/** The newest come first; each list has at most 100 items and 1 MB. */
export const runnerRecordSchema = v.object({
  runner: wireRunnerSchema,
  orders: v.array(completedOrderSchema),
  settlements: v.array(recountedSettlementSchema),
  cash_payments: v.array(recountedCashPaymentSchema),
  /** The query `older` of the next page; absent on the last page. */
  older: v.optional(v.string()),
})
export type RunnerRecord = v.InferInput<typeof runnerRecordSchema>

export const runnerRecordApi = {
  runnerRecord: defineEndpoint({
    method: 'GET',
    path: '/api/runners/me',
    summary: 'Get the signed-in runner with their orders and deals, newest first',
    part: 'extension',
    access: 'runner',
    query: v.object({ older: v.optional(v.pipe(v.string(), v.maxLength(500))) }),
    reply: runnerRecordSchema,
  }),
} as const
