import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** One line for each request of the API: the route's pattern instead of its URL, so no id, name or amount is ever written down. */
export function logRequests(app: FastifyInstance, { log }: Pick<Deps, 'log'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url
    if (!route?.startsWith('/api/')) return
    log.info(`${request.method} ${route} ${reply.statusCode} ${Math.round(reply.elapsedTime)} ms`)
  })
}
