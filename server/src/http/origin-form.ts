import type { IncomingMessage } from 'node:http'

/**
 * The path and query of a request whose address has a host in it (RFC 9112, section 3.2.2). That host counts, and not
 * the header; otherwise the two could name different servers.
 */
export function toOriginForm({
  url = '',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  // An address such as `mailto:a` has no path.
  if (!pathname.startsWith('/')) return url
  headers.host = host
  return `${pathname}${search}`
}
