import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { AppPage } from './app-page.ts'

type InlineContent = Pick<AppPage, 'inlineScripts' | 'inlineStyles'>

/** Headers of every page and file of the app: it may talk to this server and to what this deployment has configured, nothing else. */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  appConfig: Config['app'],
  page: InlineContent | undefined,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(appConfig, page),
    },
    referrerPolicy: { policy: 'no-referrer' },
    // https is the proxy's business: it knows whether the whole host has it.
    strictTransportSecurity: false,
    // Photos of another image host come without the header that this would ask for.
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header(
      'permissions-policy',
      'camera=(self), geolocation=(self), microphone=(), payment=()',
    )
  })
}

/** Without `upgrade-insecure-requests`: over plain http it leaves the app blank in WebKit. */
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
      ...imagesOf(imageHostUrl),
    ],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...new Set(services)],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': mapEmbedUrl ? toOrigin(mapEmbedUrl) : ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
}

/** Image hosts name the pictures they keep on hosts of their own, so any https picture is let in once one is configured. */
function imagesOf(imageHostUrl: string | undefined): string[] {
  return imageHostUrl ? [...toOrigin(imageHostUrl), 'https:'] : []
}

function toOrigin(url: string | undefined): string[] {
  return url ? [new URL(url).origin] : []
}
