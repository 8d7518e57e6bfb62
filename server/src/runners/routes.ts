import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { listCompletedOrders } from '../orders/service.ts'
import { listDeals } from '../deals/service.ts'

/** /profile shows this many of the newest deals and orders of each kind. */
const MOST_LISTED = 200

export function registerRunners(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, api.runnerRecord, async ({ runner }) => {
    const orders = await listCompletedOrders(deps.db, runner.id, MOST_LISTED)
    return { runner, orders, ...(await listDeals(deps.db, runner.id, MOST_LISTED)) }
  })
}
