import { reconciliationApi } from '@veni/domain/api/reconciliation'
import type { FastifyInstance } from 'fastify'
import { transactAs } from '../auth/guard.ts'
import { nameBrowser } from '../auth/browser-cookie.ts'
import { readPrivateKey } from '../auth/sealing-key.ts'
import type { Deps } from '../deps.ts'
import { serveWithoutTurn } from '../http/endpoint.ts'
import { reconcile } from './service.ts'

export function registerReconciliation(app: FastifyInstance, deps: Deps): void {
  serveWithoutTurn(app, deps, reconciliationApi.reconcile, async (call) => {
    const { request, reply, runner, body } = call
    const { phone_id: phoneId, unsent, items, wants_key: wantsKey } = body
    const phone = { runnerId: runner.id, phoneId, browserId: nameBrowser(deps, request, reply) }
    const transact = transactAs(deps, request)
    return app.callTurns.comparisons.take(runner.id, () =>
      transact(async (tx) => {
        const answer = await reconcile(tx, deps, { ...phone, unsent, items })
        const key = wantsKey && (await readPrivateKey(tx, runner.id))
        return key ? { ...answer, private_key: key } : answer
      }),
    )
  })
}
