import * as v from 'valibot'
import { customerUpdateSchema } from '@veni/domain/api/customers'
import { seenSchema, sharedValuesSchema } from '@veni/domain/customer/seen'
import { endConflictBy, listConflicts } from '../../customers/conflicts.ts'
import { defineTask } from '../connection/task.ts'

/** An open conflict; every time is an ISO instant. */
const openConflictSchema = v.object({
  id: v.number(),
  customer: v.object({ id: v.number(), name: v.string(), status: v.string() }),
  runner: v.object({ name: v.string(), phone: v.nullable(v.string()) }),
  wanted: v.pick(customerUpdateSchema, ['status', 'notes', 'comments', 'next_followup']),
  seen: seenSchema,
  office: sharedValuesSchema,
  officeChangedAt: v.string(),
  receivedAt: v.string(),
})
export type OpenConflict = v.InferOutput<typeof openConflictSchema>

/** The items are the open conflicts, the oldest first; the report is their number. */
export const listConflictsTask = defineTask({
  name: 'list-conflicts',
  input: v.object({}),
  item: openConflictSchema,
  report: v.number(),
  async run({ deps, onItem }) {
    const rows = await listConflicts(deps)
    for (const { conflict, customer, runner } of rows) {
      const { id, wanted, seen, office, officeChangedAt, receivedAt } = conflict
      onItem({
        id,
        customer: { id: customer.id, name: customer.memberName, status: customer.status },
        runner: { name: runner.name, phone: runner.phone },
        wanted,
        seen,
        office,
        officeChangedAt: officeChangedAt.toISOString(),
        receivedAt: receivedAt.toISOString(),
      })
    }
    return rows.length
  },
})

export const endConflictTask = defineTask({
  name: 'end-conflict',
  input: v.object({
    id: v.pipe(v.number(), v.integer()),
    winner: v.picklist(['office', 'runner']),
  }),
  item: v.never(),
  report: v.null(),
  async run({ deps, input: { id, winner } }) {
    await endConflictBy(deps, id, winner)
    return null
  },
})
