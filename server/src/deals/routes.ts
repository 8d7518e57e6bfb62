import { dealsApi } from '@veni/domain/api/deals'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveWrites } from '../http/endpoint.ts'
import { dealWrites } from './service.ts'

export function registerDeals(app: FastifyInstance, deps: Deps): void {
  serveWrites(app, deps, dealsApi, dealWrites)
}
