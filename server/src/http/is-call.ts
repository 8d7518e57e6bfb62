import type { FastifyRequest } from 'fastify'

/** The route of the app's files, which matches every address that no other route has. */
const ANY_FILE = '/*'

/**
 * Whether the address belongs to the calls, and not to the files and pages of the app. The matched route decides: the
 * router decodes the address, so `/%61pi/customers` is a call although it does not begin with `/api/`.
 */
export function isCall({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>) {
  const route = routeOptions.url
  return (route === undefined || route === ANY_FILE ? decodePath(url) : route).startsWith('/api/')
}

/** An address that nobody can decode counts as one of the calls, which have the stricter headers. */
function decodePath(url: string): string {
  const [path = ''] = url.split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return '/api/'
  }
}
