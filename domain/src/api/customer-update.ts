/** What a runner changes of a customer. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { customerRecordSchema } from './records.ts'
import { day, idParam, text } from './fields.ts'
import { looseId } from './wire.ts'

export const customerUpdateSchema = v.object({
  status: text(32),
  notes: v.optional(text(2_000)),
  comments: v.optional(text(2_000)),
  runner_id: v.optional(looseId),
  next_followup: v.optional(v.nullable(day)),
  delivered_at: v.optional(text(40)),
})
export type CustomerUpdate = v.InferInput<typeof customerUpdateSchema>

export const customerUpdateApi = {
  updateCustomer: endpoint({
    method: 'PUT',
    path: '/api/customers/:id',
    summary: "Change a customer's status",
    part: 'section-7',
    access: 'runner',
    params: idParam,
    body: customerUpdateSchema,
    reply: customerRecordSchema,
  }),
} as const
