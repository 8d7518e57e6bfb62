import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'
import { registerSignIn } from './auth/routes.ts'
import { registerCustomers } from './customers/routes.ts'
import type { Deps } from './deps.ts'
import { registerDocs } from './http/openapi.ts'
import { answerErrors } from './http/error-replies.ts'
import { answerUnchanged, logRequests } from './http/response-hooks.ts'
import { registerHairPrices } from './hair-prices/routes.ts'
import { registerHealth } from './health/routes.ts'
import { registerPhotos } from './photos/routes.ts'
import { registerOrders } from './orders/routes.ts'
import { registerPlaces } from './places/routes.ts'
import { registerProducts } from './products/routes.ts'
import { registerRunners } from './runners/routes.ts'
import { registerDeals } from './deals/routes.ts'
import { registerUploads } from './photos/uploads/routes.ts'
import { registerWeb } from './web/static.ts'

/** Builds the whole server without a port. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    trustProxy: deps.config.trustProxy,
    // When the server closes, it finishes the running requests and ends idle connections.
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    // The URL of /cash-payment contains the whole cart, and a Telugu letter takes nine bytes in it. Node's limit of 16
    // KB would answer 431 when the runner reloads that page.
    http: { maxHeaderSize: 128 * 1024 },
  })
  app.decorateRequest('runner', undefined)
  answerErrors(app, deps.log)
  logRequests(app, deps)
  answerUnchanged(app)
  await app.register(cookie)
  await app.register(compress, { threshold: 1_024, brotliOptions: { params: quickBrotli } })

  registerHealth(app, deps)
  registerSignIn(app, deps)
  registerCustomers(app, deps)
  registerProducts(app, deps)
  registerHairPrices(app, deps)
  registerOrders(app, deps)
  registerDeals(app, deps)
  registerRunners(app, deps)
  await registerPhotos(app, deps)
  await registerUploads(app, deps)
  registerPlaces(app, deps)
  await registerDocs(app)
  await registerWeb(app, deps.config.app)
  return app
}

/** The default, 11, takes tens of times longer and saves a phone almost nothing. */
const quickBrotli = { [constants.BROTLI_PARAM_QUALITY]: 4 }
