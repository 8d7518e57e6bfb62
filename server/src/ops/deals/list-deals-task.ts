import * as v from 'valibot'
import { dealOverviewSchema, listAllDeals } from '../../deals/deal-overview.ts'
import { defineTask } from '../connection/task.ts'

/** Lists the newest deal first; the report is the number of deals. */
export const listDealsTask = defineTask({
  name: 'list-deals',
  input: v.object({
    /** An ISO instant. */
    since: v.optional(v.string()),
    /** Normalised by `toPhoneKey`. */
    runnerPhone: v.optional(v.string()),
  }),
  item: dealOverviewSchema,
  report: v.number(),
  run: ({ deps, input: { since, runnerPhone }, onItem }) =>
    listAllDeals(
      deps,
      { since: since === undefined ? undefined : new Date(since), runnerPhone },
      onItem,
    ),
})
