import { ordersApi } from '@veni/domain/api/orders'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveWrites } from '../http/endpoint.ts'
import { orderWrites } from './service.ts'

export function registerOrders(app: FastifyInstance, deps: Deps): void {
  serveWrites(app, deps, ordersApi, orderWrites)
}
