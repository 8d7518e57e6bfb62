import * as v from 'valibot'
import { dealOverviewSchema, listAllDeals } from '../../deals/deal-overview.ts'
import { listSingleOrders, singleOrderOverviewSchema } from '../../orders/order-overview.ts'
import { requireRunnerWithPhone } from '../../runners/office-service.ts'
import { defineTask } from '../connection/task.ts'

/** Lists the deals and then the orders that belong to no deal, the last received first; the report has the number of each. */
export const listDealsTask = defineTask({
  name: 'list-deals',
  input: v.object({
    /** An ISO instant. */
    since: v.optional(v.string()),
    /** Normalised by `toPhoneKey`. */
    runnerPhone: v.optional(v.string()),
  }),
  item: v.variant('kind', [dealOverviewSchema, singleOrderOverviewSchema]),
  report: v.object({ deals: v.number(), singleOrders: v.number() }),
  async run({ deps, input: { since, runnerPhone }, onItem }) {
    if (runnerPhone !== undefined) await requireRunnerWithPhone(deps.db, runnerPhone)
    const from = since === undefined ? undefined : new Date(since)
    const deals = await listAllDeals(deps, { receivedSince: from, runnerPhone }, onItem)
    const singleOrders = await listSingleOrders(deps, { since: from, runnerPhone }, onItem)
    return { deals, singleOrders }
  },
})
