/** The runner's customers. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { customerRecordSchema } from './records.ts'

export const customersApi = {
  customers: endpoint({
    method: 'GET',
    path: '/api/customers',
    summary: "The runner's open customers, or one customer by id",
    part: 'section-7',
    access: 'runner',
    query: v.object({ id: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
    reply: v.union([v.array(customerRecordSchema), customerRecordSchema]),
  }),
} as const
