import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { databaseUnavailable } from '../http/error-replies.ts'

export function registerHealth(app: FastifyInstance, deps: Deps): void {
  // The answer never changes, so that a repeat gets 304.
  serve(app, deps, api.ping, async () => ({ status: 'ok' as const }))

  serve(app, deps, api.live, async () => ({ status: 'ok' as const }))
  registerChecks(app, deps)
}

/** The calls that ask the database. */
function registerChecks(app: FastifyInstance, deps: Deps): void {
  // Calls at the same time share one query, so that a flood of them takes one connection.
  let running: Promise<boolean> | undefined
  const isAnswering = () => {
    // A frozen database must not hold up who asks.
    const answer = () => Promise.race([canQuery(deps), wait(MOST_WAIT_MS, false, { ref: false })])
    running ??= answer().finally(() => (running = undefined))
    return running
  }
  serve(app, deps, api.ready, async () => {
    if (await isAnswering()) return { status: 'ok' as const }
    throw databaseUnavailable()
  })
  serve(app, deps, api.adminHealth, async () => {
    if (!(await isAnswering())) return down
    return (await deps.space.isLow()) ? lowSpace : healthy
  })
}

const MOST_WAIT_MS = 2_000

const healthy = { status: 'ok', database: 'ok' } as const
const down = { status: 'degraded', database: 'down' } as const
const lowSpace = { status: 'degraded', database: 'ok' } as const

async function canQuery({ ping, log }: Deps): Promise<boolean> {
  try {
    await ping()
    return true
  } catch (error) {
    log.error('The database does not answer', error)
    return false
  }
}
