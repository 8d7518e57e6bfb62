import { reconciliationApi } from '@veni/domain/api/reconciliation'
import type { FastifyInstance } from 'fastify'
import { transactAs } from '../auth/guard.ts'
import { readPrivateKey } from '../auth/sealing-key.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { reconcile } from './service.ts'

export function registerReconciliation(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, reconciliationApi.reconcile, async ({ request, runner, body }) => {
    const { phone_id: phoneId, unsent, items, wants_key: wantsKey } = body
    return transactAs(
      deps,
      request,
    )(async (tx) => {
      const reply = await reconcile(tx, deps, { runnerId: runner.id, phoneId, unsent, items })
      if (!wantsKey) return reply
      return { ...reply, private_key: await readPrivateKey(tx, runner.id) }
    })
  })
}
