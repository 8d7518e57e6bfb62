import { RUNNER_HEADER } from '@veni/domain/api/protocol'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Deps } from '../deps.ts'
import { LATER_LOCK_MS, LOCK_MS } from '../db/answer-limits.ts'
import { askTogether } from '../db/together.ts'
import { type Transact, transactIn } from '../db/transact.ts'
import { isLockTimeout } from '../db/unavailable.ts'
import { AppError, invariant } from '../errors.ts'
import { readSessionCookie } from './session-cookie.ts'
import {
  findSessionRunners,
  hashToken,
  lockOpenSession,
  type SessionRunner,
} from './session-store.ts'

export type SignedInRunner = SessionRunner

declare module 'fastify' {
  interface FastifyInstance {
    /** The runner of the session with this hash; undefined for an ended session and for a suspended runner. */
    findSession: (tokenHash: string) => Promise<SessionRunner | undefined>
  }
  interface FastifyRequest {
    /** Set by `requireRunner`, and by a sign-in for the log. */
    runner: SessionRunner | undefined
  }
}

/** Looks sessions up together, so that calls that arrive at the same time need one statement. */
export function lookUpSessions(app: FastifyInstance, { db, now, config, space }: Deps): void {
  const { idleDays } = config.sessionLimits
  // PostgreSQL has a disk of its own: a session that is not marked as used would end.
  const mayWrite = async () => config.databaseUrl !== undefined || !(await space.isLow())
  const find = async (hashes: readonly string[]) =>
    findSessionRunners(db, hashes, { now: now(), idleDays, mayWrite: await mayWrite() })
  app.decorate('findSession', askTogether(find))
}

/**
 * Lets a request through only with a valid session, and only for the runner that the phone expects. Throws
 * `sign-in-required`.
 */
export function requireRunner(app: FastifyInstance, deps: Deps): onRequestAsyncHookHandler {
  return async (request) => {
    const token = readSessionCookie(request, deps.config)
    const runner = token && !isOpenedByAddress(request) && (await app.findSession(hashToken(token)))
    if (!runner || !isExpectedRunner(request, runner)) throw signInRequired()
    request.runner = runner
  }
}

/**
 * Runs the work of a signed-in runner's request in a transaction in which the session is still open. Between
 * `requireRunner` and the write lies a body that may take minutes, and the wait for locks. Every write of a runner must
 * use it. It waits a few seconds for a lock, and hardly at all once the same request has waited in vain.
 * Throws `sign-in-required`.
 */
export function transactAs(deps: Deps, request: FastifyRequest): Transact {
  let lockMs = LOCK_MS
  return async (work) => {
    try {
      return await transactIn(deps.db)(async (tx) => {
        const token = readSessionCookie(request, deps.config)
        const { idleDays } = deps.config.sessionLimits
        const limits = { now: deps.now(), idleDays, lockMs }
        if (!token || !(await lockOpenSession(tx, hashToken(token), limits))) throw signInRequired()
        return work(tx)
      })
    } catch (error) {
      if (isLockTimeout(error)) lockMs = LATER_LOCK_MS
      throw error
    }
  }
}

function signInRequired(): AppError {
  return new AppError('sign-in-required', 'Please sign in again')
}

export function runnerOf(request: FastifyRequest): SessionRunner {
  invariant(request.runner, 'a call without `requireRunner` used the runner')
  return request.runner
}

/**
 * The session of a browser stays open after a sign-out without network, and while the app is hidden. Whoever has the phone
 * then must not read a list of customers by typing the address of its call.
 */
const isOpenedByAddress = ({ headers }: FastifyRequest) => headers['sec-fetch-mode'] === 'navigate'

/**
 * A second tab may have signed in another runner. The work of the first tab must not be stored for that runner
 * (R-2.014).
 */
function isExpectedRunner(request: FastifyRequest, runner: SessionRunner): boolean {
  const expected = request.headers[RUNNER_HEADER]
  return expected === undefined || expected === String(runner.id)
}
