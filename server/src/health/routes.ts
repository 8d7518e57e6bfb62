import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { pingDatabase } from '../db/client.ts'

export function registerHealth(app: FastifyInstance, deps: Deps): void {
  // The answer never changes, so that a repeat gets 304.
  serve(app, deps, api.ping, async () => ({ status: 'ok' as const }))

  // Calls at the same time share one query, so that a flood of them takes one connection.
  let running: Promise<boolean> | undefined
  serve(app, deps, api.adminHealth, async () => {
    running ??= canQuery(deps).finally(() => (running = undefined))
    if (!(await running)) return down
    return (await deps.space.isLow()) ? lowSpace : healthy
  })
}

const healthy = { status: 'ok', database: 'ok' } as const
const down = { status: 'degraded', database: 'down' } as const
const lowSpace = { status: 'degraded', database: 'ok' } as const

async function canQuery({ db, log }: Deps): Promise<boolean> {
  try {
    await pingDatabase(db)
    return true
  } catch (error) {
    log.error('The database does not answer', error)
    return false
  }
}
