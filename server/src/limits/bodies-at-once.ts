import type { FastifyReply, FastifyRequest } from 'fastify'
import { runnerOf } from '../auth/guard.ts'
import { AppError } from '../errors.ts'
import { hasLeft, whenAnswered } from '../http/when-answered.ts'

export interface BodiesAtOnce {
  /** A phone sends one photo at a time; more are left of connections that broke. */
  readonly perRunner: number
  readonly total: number
}

const RETRY_AFTER_SECONDS = 30

/**
 * Returns a hook `preParsing` that refuses a body when too many are on their way: each holds memory until its request
 * is answered. Throws `rate-limited` for the runner's own bodies and `unavailable` for those of everybody.
 */
export function limitBodiesAtOnce({ perRunner, total }: BodiesAtOnce) {
  const perId = new Map<number, number>()
  let all = 0
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!HAS_BODY.has(request.method)) return
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

const HAS_BODY = new Set(['POST', 'PUT', 'PATCH'])

function tooMany(code: 'rate-limited' | 'unavailable'): AppError {
  const message = 'Too many photos are on their way. Please try again later.'
  return new AppError(code, message, undefined, RETRY_AFTER_SECONDS)
}
