import type { FastifyReply, FastifyRequest } from 'fastify'
import { runnerOf } from '../auth/guard.ts'
import { AppError } from '../errors.ts'
import { hasLeft, whenAnswered } from '../http/when-answered.ts'

export interface CallsAtOnce {
  /** A phone makes few calls at a time; more are left of connections that broke. */
  readonly perRunner: number
  readonly total: number
}

/** A browser makes six calls at a time without HTTP/2, and shows perhaps thirty photos with it. */
export const CALLS_AT_ONCE: CallsAtOnce = { perRunner: 50, total: 2_000 }

const RETRY_AFTER_SECONDS = 30

/**
 * Returns a hook that refuses a runner's call when too many are on their way: each holds memory until the phone has its
 * whole answer. Throws `rate-limited` for the runner's own calls and `unavailable` for those of everybody.
 */
export function limitCallsAtOnce({ perRunner, total }: CallsAtOnce) {
  const perId = new Map<number, number>()
  let all = 0
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // The phone has gone while its session was looked up.
    if (hasLeft(request, reply)) return
    const { id } = runnerOf(request)
    const own = perId.get(id) ?? 0
    if (own >= perRunner) throw tooMany('rate-limited')
    if (all >= total) throw tooMany('unavailable')
    perId.set(id, own + 1)
    all += 1
    whenAnswered(request, reply, () => {
      all -= 1
      const left = (perId.get(id) ?? 1) - 1
      if (left === 0) perId.delete(id)
      else perId.set(id, left)
    })
  }
}

function tooMany(code: 'rate-limited' | 'unavailable'): AppError {
  const message = 'Too many calls are on their way. Please try again later.'
  return new AppError(code, message, undefined, RETRY_AFTER_SECONDS)
}
