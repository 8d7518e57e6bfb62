import { hash } from 'node:crypto'
import type { ErrorCode } from '@veni/domain/api/endpoint'
import { probesApi } from '@veni/domain/api/probes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isCall } from './is-call.ts'
import type { GuardReason } from './request-guard.ts'
import { addressOf } from './sender-address.ts'
import { fieldsOf } from './trace-context.ts'
import { hasLeft } from './when-answered.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of its answer, or why `guardRequests` refused it. */
    refusal: ErrorCode | GuardReason | undefined
  }
}

/**
 * Counts each request. Logs one line for each call, and for each other request that was refused. A successful check of a
 * proxy has no line, because there is one every few seconds. A line has the pattern of the route and the number of the
 * runner, never another id, a name or an amount. The address of a refused phone shows who tries what.
 */
export function logRequests(
  app: FastifyInstance,
  { log, metrics }: Pick<Deps, 'log' | 'metrics'>,
): void {
  app.decorateRequest('refusal', undefined)
  const write = (request: FastifyRequest, reply: FastifyReply) => {
    const { method, refusal } = request
    const { statusCode: status } = reply
    const route = request.routeOptions.url ?? '/*'
    metrics?.countCall({ method, route, status, seconds: reply.elapsedTime / 1_000 })
    const isRefused = REFUSED.has(status)
    if (isQuiet(route, status) && !isRefused) return
    log.info(`${method} ${route} ${status} ${Math.round(reply.elapsedTime)} ms`, {
      ...fieldsOf(request),
      refusal,
      address: isRefused ? addressOf(request) : undefined,
    })
  }
  app.addHook('onResponse', (request, reply, done) => {
    write(request, reply)
    done()
  })
  // After a phone has gone, Fastify does not call `onResponse`, although the call had its effect.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasLeft(request, reply)) write(request, reply)
    done()
  })
}

const PROBES: ReadonlySet<string> = new Set(Object.values(probesApi).map(({ path }) => path))

const isQuiet = (route: string, status: number) =>
  !route.startsWith('/api/') || (PROBES.has(route) && status === 200)

/** Not signed in, not permitted, not for this host, too many. */
const REFUSED = new Set([401, 403, 421, 429])

/**
 * Answers 304 for unchanged JSON: a refresh each minute then costs a phone a few hundred bytes. The tag is weak,
 * because compression changes the bytes and not the meaning.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCall(request)) return done(null, payload)
    if (!reply.hasHeader('cache-control')) {
      // A browser's cache must not have data of customers. The app itself stores the tag of its last answer.
      reply.header('cache-control', 'no-store')
    }
    const isTagged = reply.hasHeader('etag') || typeof payload !== 'string'
    if (request.method !== 'GET' || reply.statusCode !== 200 || isTagged) return done(null, payload)
    const etag = tagOf(payload)
    reply.header('etag', etag)
    if (!hasAnswer(request, etag)) return done(null, payload)
    reply.code(304).removeHeader('content-type')
    done(null, null)
  })
}

/** The weak tag of an answer in JSON. */
export const tagOf = (json: string): string =>
  `W/"${hash('sha256', json, 'base64url').slice(0, 22)}"`

/** Whether the phone has the answer with this tag already. */
export const hasAnswer = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.includes(etag) ?? false
