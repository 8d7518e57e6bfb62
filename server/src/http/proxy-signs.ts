/** How a server for one machine sees that a request comes from somewhere else. */
import type { FastifyRequest } from 'fastify'

/**
 * Whether a proxy has passed the request on: it has a header that only proxies add, or HTTP/1.0, which nginx speaks unless
 * it is told otherwise, and no browser. A proxy that adds nothing, and keeps or forges what the browser sends, is not seen.
 */
export function isFromProxy({ headers, raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || Object.keys(headers).some((name) => PROXY_HEADER.test(name))
}

/** Those of the standards, and those of the usual proxies and tunnels: nginx, Apache, Caddy, Cloudflare, Fastly, Akamai. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-(?:forwarded|original)-.+|(?:x-real|x-client|x-cluster-client|true-client|fastly-client)-ip|cf-.+|cdn-loop)$/u
