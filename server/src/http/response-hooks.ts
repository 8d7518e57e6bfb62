import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { isCall } from './is-call.ts'

/** Logs one line per API request. It has the pattern of the route, never an id, a name or an amount. */
export function logRequests(app: FastifyInstance, { log }: Pick<Deps, 'log'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url
    if (!route?.startsWith('/api/')) return
    log.info(`${request.method} ${route} ${reply.statusCode} ${Math.round(reply.elapsedTime)} ms`)
  })
}

/**
 * Answers 304 for unchanged JSON: a refresh each minute then costs a phone a few hundred bytes. The tag is weak,
 * because compression changes the bytes and not the meaning.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCall(request)) return payload
    if (!reply.hasHeader('cache-control')) {
      // A browser's cache must not have data of customers. The app itself stores the tag of its last answer.
      reply.header('cache-control', 'no-store')
    }
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') {
      return payload
    }
    const etag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`
    reply.header('etag', etag)
    if (!request.headers['if-none-match']?.includes(etag)) return payload
    reply.code(304).removeHeader('content-type')
    return null
  })
}
