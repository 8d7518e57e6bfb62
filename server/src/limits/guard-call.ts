import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { requireRunner } from '../auth/guard.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Budget } from './rate-limits.ts'

/**
 * Lets a call through with a session and within the runner's limit. A call without a session counts for its address,
 * so that nobody tries sessions without end. Throws `sign-in-required`, `rate-limited`.
 */
export function guardRunnerCall(
  app: FastifyInstance,
  deps: Deps,
  budget: Budget,
): onRequestAsyncHookHandler {
  const check = requireRunner(app, deps)
  return async function guard(request, reply) {
    try {
      await check.call(this, request, reply)
    } catch (error) {
      if (error instanceof AppError) await app.callLimits.address(request)
      throw error
    }
    await app.callsAtOnce(request, reply)
    await app.callLimits[budget](request)
  }
}

/** Lets a call without a session through within the limit of its address. Throws `rate-limited`. */
export function guardOpenCall(app: FastifyInstance): onRequestAsyncHookHandler {
  return async (request) => app.callLimits.address(request)
}
