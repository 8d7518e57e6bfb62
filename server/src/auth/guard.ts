import { RUNNER_HEADER } from '@veni/domain/api/protocol'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError, invariant } from '../errors.ts'
import { readSessionCookie } from './session-cookie.ts'
import { findSessionRunner, type SessionRunner, hashToken } from './session-store.ts'

export type SignedInRunner = SessionRunner

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of calls that need a session. */
    runner: SessionRunner | undefined
  }
}

/** Lets a request through only with a living session, and only for the runner the phone thinks it works for. */
export function requireRunner(deps: Deps): onRequestAsyncHookHandler {
  return async (request) => {
    const token = readSessionCookie(request)
    const runner = token && (await findSessionRunner(deps.db, hashToken(token), deps.now()))
    if (!runner || !isMeantFor(request, runner)) {
      throw new AppError('sign-in-required', 'Please sign in again')
    }
    request.runner = runner
  }
}

export function runnerOf(request: FastifyRequest): SessionRunner {
  invariant(request.runner, 'a call without the guard asked who is signed in')
  return request.runner
}

/** A second tab may have signed in as somebody else: the first one's work must not go out under his name (ruling 7). */
function isMeantFor(request: FastifyRequest, runner: SessionRunner): boolean {
  const meant = request.headers[RUNNER_HEADER]
  return meant === undefined || meant === String(runner.id)
}
