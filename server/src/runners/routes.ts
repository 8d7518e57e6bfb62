import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { listRecordPage } from './record-page-service.ts'
import { readPositions } from './record-page.ts'

export function registerRunners(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, api.runnerRecord, async ({ runner, query }) => ({
    runner,
    ...(await listRecordPage(
      deps.db,
      runner.id,
      query.older === undefined ? undefined : readPositions(query.older),
    )),
  }))
}
