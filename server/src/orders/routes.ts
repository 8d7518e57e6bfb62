import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveWrite } from '../endpoint.ts'
import { toOrderRecord } from './present.ts'
import { createOrder, requireOrder, updateOrder } from './service.ts'

export function registerOrders(app: FastifyInstance, deps: Deps): void {
  serveWrite(app, deps, api.createOrder, async ({ tx, body, runner }) =>
    toOrderRecord(await createOrder(tx, runner.id, body)),
  )

  serveWrite(app, deps, api.updateOrder, async ({ tx, params, body, runner }) => {
    const order = await requireOrder(tx, runner.id, params.id)
    return toOrderRecord(await updateOrder(tx, order, body, deps.now()))
  })
}
