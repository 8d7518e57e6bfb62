import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveWrite } from '../http/endpoint.ts'
import { createOrder, updateOrder } from './service.ts'

export function registerOrders(app: FastifyInstance, deps: Deps): void {
  serveWrite(app, deps, api.createOrder, ({ tx, writer, body }) => createOrder(tx, writer, body))

  serveWrite(app, deps, api.updateOrder, ({ tx, writer, params, body }) =>
    updateOrder(tx, writer, params.id, body),
  )
}
