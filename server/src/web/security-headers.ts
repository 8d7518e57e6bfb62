import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { callHeaders } from '../http/call-headers.ts'
import { isCall } from '../http/is-call.ts'
import type { AppPage } from './app-page.ts'

type InlineContent = Pick<AppPage, 'inlineScripts' | 'inlineStyles'>

/** Sends the headers of every reply. The app may call this server and the configured services, nothing else. */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  appConfig: Config['app'],
  page: InlineContent | undefined,
): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(appConfig, page),
    },
    referrerPolicy: { policy: 'no-referrer' },
    // `guardRequests` sends it over https.
    strictTransportSecurity: false,
    // Photos of another image host have no header that this policy would require.
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isCall(request)) {
      reply.headers(callHeaders)
      return done()
    }
    reply.helmet()
    reply.header(
      'permissions-policy',
      'camera=(self), geolocation=(self), microphone=(), payment=()',
    )
    done()
  })
}

/** It has no `upgrade-insecure-requests`, which leaves the app blank in WebKit over plain http. */
function contentSecurityPolicy(
  appConfig: Config['app'],
  { inlineScripts, inlineStyles }: InlineContent = { inlineScripts: [], inlineStyles: [] },
): Record<string, string[]> {
  const { apiBaseUrl, apiMirrors, imageHostUrl, geocoderUrl, mapEmbedUrl } = appConfig
  const services = [apiBaseUrl, ...apiMirrors, imageHostUrl, geocoderUrl].flatMap(toOrigin)
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScripts],
    'style-src': ["'self'", ...inlineStyles],
    'img-src': [
      "'self'",
      'blob:',
      'data:',
      ...[apiBaseUrl, ...apiMirrors].flatMap(toOrigin),
      ...photoSources(imageHostUrl),
    ],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...new Set(services)],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': mapEmbedUrl ? toOrigin(mapEmbedUrl) : ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // A text becomes a script only through the policy of web/src/lib/own-scripts.ts.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  }
}

/** An image host can serve its photos from other hosts, so a configured one permits any https source. */
function photoSources(imageHostUrl: string | undefined): string[] {
  return imageHostUrl ? [...toOrigin(imageHostUrl), 'https:'] : []
}

function toOrigin(url: string | undefined): string[] {
  return url ? [new URL(url).origin] : []
}
