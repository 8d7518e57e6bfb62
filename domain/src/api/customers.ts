/** The calls to read the runner's customers and to update one. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { day, idParam, text } from './fields.ts'
import { looseId } from './wire.ts'

/** A customer in the replies of our server. The app also accepts other forms. */
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

export const customerUpdateSchema = v.object({
  status: text(32),
  notes: v.optional(text(2_000)),
  comments: v.optional(text(2_000)),
  runner_id: v.optional(looseId),
  next_followup: v.optional(v.nullable(day)),
  delivered_at: v.optional(text(40)),
})
export type CustomerUpdate = v.InferInput<typeof customerUpdateSchema>

export const customersApi = {
  customers: defineEndpoint({
    method: 'GET',
    path: '/api/customers',
    summary: "List the runner's open customers, or get one customer by id",
    part: 'older',
    access: 'runner',
    query: v.object({ id: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
    reply: v.union([v.array(customerRecordSchema), customerRecordSchema]),
  }),
  updateCustomer: defineEndpoint({
    method: 'PUT',
    path: '/api/customers/:id',
    summary: "Change a customer's status",
    part: 'older',
    access: 'runner',
    params: idParam,
    body: customerUpdateSchema,
    reply: customerRecordSchema,
  }),
} as const
