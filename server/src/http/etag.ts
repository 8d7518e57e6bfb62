import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * JSON that has not changed is not sent again: a refresh each minute costs a phone a few hundred bytes.
 * The tag is weak because compression changes the bytes and not the meaning.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith('/api/')) return payload
    reply.header('x-content-type-options', 'nosniff')
    if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', request.method === 'GET' ? 'private, no-cache' : 'no-store')
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
