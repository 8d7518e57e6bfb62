import * as v from 'valibot'
import { defineTask } from '../../connection/task.ts'
import { adoptDeals, adoptedItemSchema, adoptReportSchema } from './adopt-deals.ts'

/** Adopts the damaged items of an exported file; the items are these with their outcome. */
export const adoptDealsTask = defineTask({
  name: 'adopt-deals',
  input: v.object({
    /** Both are normalised by `toPhoneKey`. */
    runnerPhone: v.optional(v.string()),
    forPhone: v.optional(v.string()),
    orderId: v.optional(v.number()),
    entry: v.optional(v.string()),
    given: v.record(v.string(), v.unknown()),
  }),
  item: adoptedItemSchema,
  report: adoptReportSchema,
  run: ({ deps, input, bytes, onItem, requireOperator }) =>
    adoptDeals(deps, { ...input, bytes, requireOperator }, onItem),
})
