import * as v from 'valibot'
import {
  addRunner,
  listOfficeRunners,
  moveCustomersBetween,
  resumeRunner,
  suspendRunner,
} from '../../runners/office-service.ts'
import { defineTask } from '../connection/task.ts'
import {
  discardedImportSchema,
  transactBetweenImports,
} from '../import/records/decided-imports-store.ts'

const byPhone = v.object({ phone: v.string() })

/** The report is the number of runners. */
export const listRunnersTask = defineTask({
  name: 'list-runners',
  input: v.object({}),
  item: v.object({
    id: v.number(),
    name: v.string(),
    phone: v.nullable(v.string()),
    isSuspended: v.boolean(),
    customers: v.number(),
    sessions: v.number(),
  }),
  report: v.number(),
  async run({ deps, onItem }) {
    const rows = await listOfficeRunners(deps)
    for (const { runner, ...counts } of rows) {
      const { id, name, phone, suspendedAt } = runner
      onItem({ id, name, phone, isSuspended: suspendedAt !== null, ...counts })
    }
    return rows.length
  },
})

/** The items are imports that cannot be finished; the report is the id of the new runner. */
export const addRunnerTask = defineTask({
  name: 'add-runner',
  canBeFirst: true,
  input: v.object({ name: v.string(), phone: v.string() }),
  item: discardedImportSchema,
  report: v.number(),
  run: ({ deps, input, onItem }) =>
    transactBetweenImports(deps.db, onItem, (tx) =>
      addRunner({ ...deps, db: tx }, input.name, input.phone),
    ),
})

/** The report is the number of sessions that ended. */
export const suspendRunnerTask = defineTask({
  name: 'suspend-runner',
  input: byPhone,
  item: v.never(),
  report: v.number(),
  run: ({ deps, input }) => suspendRunner(deps, input.phone),
})

export const resumeRunnerTask = defineTask({
  name: 'resume-runner',
  input: byPhone,
  item: v.never(),
  report: v.null(),
  async run({ deps, input }) {
    await resumeRunner(deps, input.phone)
    return null
  },
})

/** The report is the number of customers that moved. */
export const moveCustomersTask = defineTask({
  name: 'move-customers',
  input: v.object({
    from: v.string(),
    to: v.string(),
    ids: v.optional(v.array(v.pipe(v.number(), v.integer()))),
  }),
  item: v.never(),
  report: v.number(),
  run: ({ deps, input: { from, to, ids } }) => moveCustomersBetween(deps, { from, to, ids }),
})
