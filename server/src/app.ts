import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { lookUpSessions } from './auth/guard.ts'
import { registerSignIn } from './auth/routes.ts'
import { registerCustomers } from './customers/routes.ts'
import type { Deps } from './deps.ts'
import { LEAST_COMPRESSED_BYTES, quickBrotli } from './http/encoding.ts'
import { registerDocs } from './http/openapi.ts'
import { answerErrors } from './http/error-replies.ts'
import { takeJson } from './http/json-body.ts'
import { guardRequests } from './http/request-guard.ts'
import { takeTurns } from './limits/call-turns.ts'
import { limitCalls } from './limits/rate-limits.ts'
import { closeUnsentFiles, limitConnections } from './http/limit-connections.ts'
import { answerUnchanged, logRequests } from './http/response-hooks.ts'
import { registerHairPrices } from './hair-prices/routes.ts'
import { registerHealth } from './health/routes.ts'
import { registerPhotos } from './photos/routes.ts'
import { registerOrders } from './orders/routes.ts'
import { registerPlaces } from './places/routes.ts'
import { registerProducts } from './products/routes.ts'
import { registerReconciliation } from './reconciliation/routes.ts'
import { registerRunners } from './runners/routes.ts'
import { registerDeals } from './deals/routes.ts'
import { registerWork } from './work/routes.ts'
import { registerUploads } from './photos/uploads/routes.ts'
import { answerBadUrl, answerExpectation, answerUnreadable } from './http/unreadable-request.ts'
import { refuseWritesWithoutSpace } from './space/refuse-writes.ts'
import { toOriginForm } from './http/origin-form.ts'
import { sendShortHeaders } from './http/short-headers.ts'
import { passTraceOn } from './http/trace-context.ts'
import { sendSecurityHeaders } from './web/security-headers.ts'
import { readWeb, registerWeb } from './web/static.ts'

/** Builds the whole server without a port. @param web the app that it serves */
export async function buildApp(
  deps: Deps,
  web = readWeb(deps.config.app),
): Promise<FastifyInstance> {
  const app = createServer(deps)
  app.decorateRequest('runner', undefined)
  answerErrors(app, deps.log)
  limitConnections(app)
  // Before everything that can refuse a request, so that refusals have the headers, too.
  await sendSecurityHeaders(app, deps.config.app, web.page)
  logRequests(app, deps)
  passTraceOn(app)
  guardRequests(app, deps.config)
  refuseWritesWithoutSpace(app, deps)
  answerUnchanged(app)
  closeUnsentFiles(app)
  await app.register(cookie)
  lookUpSessions(app, deps)
  await limitCalls(app, deps)
  takeTurns(app)

  await app.register((calls) => registerCalls(calls, deps))
  await registerDocs(app)
  await registerWeb(app, deps, web)
  return app
}

/** Only their answers are compressed for each request. The files of the app are compressed when it is built. */
async function registerCalls(calls: FastifyInstance, deps: Deps): Promise<void> {
  await calls.register(compress, {
    threshold: LEAST_COMPRESSED_BYTES,
    brotliOptions: quickBrotli,
    // Only calls that say so take a compressed body. One on a GET would make the next request of its connection hang.
    globalDecompression: false,
  })
  sendShortHeaders(calls)
  registerHealth(calls, deps)
  registerSignIn(calls, deps)
  registerCustomers(calls, deps)
  registerProducts(calls, deps)
  registerHairPrices(calls, deps)
  registerOrders(calls, deps)
  registerDeals(calls, deps)
  registerWork(calls, deps)
  registerReconciliation(calls, deps)
  registerRunners(calls, deps)
  registerPhotos(calls, deps)
  await registerUploads(calls, deps)
  registerPlaces(calls, deps)
}

/** Reads HTTP; what it refuses itself has all security headers as well. */
function createServer(deps: Deps): FastifyInstance {
  const app = fastify({
    logger: false,
    // It joins the lines of the log that one request has written, also of several servers.
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy,
    // When the server closes, it finishes the running requests and ends idle connections.
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    // A photo of 5 MB may take this long on a slow network; without a limit a silent sender keeps its connection forever.
    requestTimeout: 10 * 60_000,
    // Closes a connection on which no byte moves, in either direction. No call needs this long without a byte.
    connectionTimeout: 2 * 60_000,
    clientErrorHandler: answerUnreadable,
    rewriteUrl: toOriginForm,
    frameworkErrors: (_error, request, reply) => answerBadUrl(request, reply),
    // The URL of /cash-payment contains the whole cart, and a Telugu letter takes nine bytes in it. Node's limit of 16
    // KB would answer 431 when the runner reloads that page.
    http: {
      maxHeaderSize: 128 * 1024,
      headersTimeout: 20_000,
      // Node looks for late requests every 30 s by default.
      connectionsCheckingInterval: 5_000,
      // `guardRequests` refuses it; Node would do so without the security headers.
      requireHostHeader: false,
    },
  })
  app.server.on('checkExpectation', answerExpectation)
  // Node leaves out what follows the 2,000th header, which a proxy in front may have seen. Their size is limited above.
  app.server.maxHeadersCount = 0
  // The contract has JSON; the reader of plain text would pass a text to the schemas.
  app.removeContentTypeParser('text/plain')
  takeJson(app)
  return app
}
