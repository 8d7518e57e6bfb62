import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveWrite } from '../endpoint.ts'
import { toCashPayment, toSettlement } from './present.ts'
import { deliverSettlement, recordCashPayment, recordSettlement } from './service.ts'

export function registerSettlements(app: FastifyInstance, deps: Deps): void {
  serveWrite(app, deps, api.recordSettlement, async ({ tx, body, runner }) =>
    toSettlement(await recordSettlement(tx, runner.id, body)),
  )

  serveWrite(app, deps, api.updateSettlement, async ({ tx, params, runner }) =>
    toSettlement(await deliverSettlement(tx, runner.id, params.id, deps.now())),
  )

  serveWrite(app, deps, api.recordCashPayment, async ({ tx, body, runner }) =>
    toCashPayment(await recordCashPayment(tx, runner.id, body)),
  )
}
