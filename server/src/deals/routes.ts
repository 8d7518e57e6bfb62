import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveWrite } from '../http/endpoint.ts'
import { deliverSettlement, recordCashPayment, recordSettlement } from './service.ts'

export function registerDeals(app: FastifyInstance, deps: Deps): void {
  serveWrite(app, deps, api.recordSettlement, ({ tx, writer, body }) =>
    recordSettlement(tx, writer, body),
  )

  serveWrite(app, deps, api.updateSettlement, ({ tx, writer, params }) =>
    deliverSettlement(tx, writer, params.id),
  )

  serveWrite(app, deps, api.recordCashPayment, ({ tx, writer, body }) =>
    recordCashPayment(tx, writer, body),
  )
}
