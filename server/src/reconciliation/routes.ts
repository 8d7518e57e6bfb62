import { reconciliationApi } from '@veni/domain/api/reconciliation'
import type { FastifyInstance } from 'fastify'
import { transactAs } from '../auth/guard.ts'
import { nameBrowser } from '../auth/browser-cookie.ts'
import { readPrivateKey } from '../auth/sealing-key.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { reconcile } from './service.ts'

export function registerReconciliation(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, reconciliationApi.reconcile, async ({ request, reply, runner, body }) => {
    const { phone_id: phoneId, unsent, items, wants_key: wantsKey } = body
    const browserId = nameBrowser(deps, request, reply)
    return transactAs(
      deps,
      request,
    )(async (tx) => {
      const phone = { runnerId: runner.id, phoneId, browserId }
      const answer = await reconcile(tx, deps, { ...phone, unsent, items })
      if (!wantsKey) return answer
      return { ...answer, private_key: await readPrivateKey(tx, runner.id) }
    })
  })
}
