/** Refuses requests that no page of this server has sent, before anything else looks at them. */
import { isIP } from 'node:net'
import { healthApi } from '@veni/domain/api/health'
import { probesApi } from '@veni/domain/api/probes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import { isCall } from './is-call.ts'
import { isFromProxy } from './proxy-signs.ts'

type GuardConfig = Pick<Config, 'host' | 'publicUrl' | 'trustProxy' | 'isForThisMachine'>

/**
 * Refuses with 400, 403, 405, 414 or 421, and redirects with 308. These answers have no error code: a phone
 * takes them for answers of an intermediary, so a wrong setting of the server never makes it give up a deal.
 */
export function guardRequests(app: FastifyInstance, config: GuardConfig): void {
  const isOurHost = remember((host) => findOurHost(host, config))
  app.addHook('onRequest', (request, reply, done) => {
    if (promisesHttps(request, config)) reply.header('strict-transport-security', HSTS)
    const refusal = findRefusal(request, config, isOurHost) ?? findPlainHttp(request, config)
    if (!refusal) return done()
    const { status, sentence, reason, headers = {} } = refusal
    request.refusal = reason
    void reply.code(status).headers(headers).type('text/plain; charset=utf-8').send(`${sentence}\n`)
  })
}

interface Refused {
  readonly status: number
  readonly sentence: string
  readonly reason: GuardReason
  readonly headers?: Readonly<Record<string, string>>
}

function findRefusal(
  request: FastifyRequest,
  config: GuardConfig,
  isOurHost: (host: string) => boolean,
): Refused | undefined {
  if (request.url.length > MAX_API_URL && isCall(request))
    return { status: 414, sentence: 'The address is too long.', reason: 'long-address' }
  if (countHosts(request) > 1) {
    const headers = { connection: 'close' }
    return { status: 400, sentence: 'A request has one host.', reason: 'two-hosts', headers }
  }
  if (!isOurHost(request.headers.host ?? ''))
    return { status: 421, sentence: WRONG_HOST, reason: 'wrong-host' }
  if (config.isForThisMachine && isFromProxy(request))
    return { status: 403, sentence: NO_PROXY, reason: 'from-proxy' }
  if (!METHODS.includes(request.method)) {
    const headers = { allow: METHODS.join(', ') }
    return { status: 405, sentence: 'No address has this method.', reason: 'wrong-method', headers }
  }
  if (isWrite(request) && !isFromOurPage(request, config))
    return { status: 403, sentence: WRONG_PAGE, reason: 'wrong-page' }
  return undefined
}

/** The hosts of our requests are few; others must not fill the memory. */
function remember<T>(find: (host: string) => T): (host: string) => T {
  const known = new LRUCache<string, { readonly value: T }>({ max: 100 })
  return (host) => {
    const found = known.get(host) ?? { value: find(host) }
    known.set(host, found)
    return found.value
  }
}

const WRONG_HOST = 'This server has another name; its operator sets it as PUBLIC_URL.'

const WRONG_PAGE =
  'A write must come from a page of this server; if a proxy is in front of it, its operator sets PUBLIC_URL.'

const NO_PROXY =
  'Anybody can sign in to this server, so it is for one person on this machine, and a proxy has sent this request. Its operator sets SIGN_IN_MODE=sms with SMS_GATEWAY=http and TRUST_PROXY, or permits it with ALLOW_DEMO_SIGN_IN=on.'

/** Behind a proxy a write over plain http is refused, and a read is sent to the address that phones open. */
function findPlainHttp(
  request: FastifyRequest,
  { trustProxy, publicUrl }: GuardConfig,
): Refused | undefined {
  if (!trustProxy || request.protocol === 'https') return undefined
  const refused = { sentence: 'Use https.', reason: 'plain-http' } as const
  if (isWrite(request)) return { ...refused, status: 403 }
  if (!publicUrl?.startsWith('https:') || request.method === 'OPTIONS') return undefined
  if (HEALTH.has(request.routeOptions.url)) return undefined
  // Other requests from inside have a loopback name or the address of HOST, and are answered over plain http.
  if (hostnameOf(`http://${request.headers.host}`) !== hostnameOf(publicUrl)) return undefined
  if (!request.url.startsWith('/')) return { ...refused, status: 400 }
  // A browser must not store this redirect: after the operator has corrected the proxy it would redirect for ever.
  const headers = { location: `${publicUrl}${request.url}`, 'cache-control': 'no-store' }
  return { ...refused, status: 308, headers }
}

/** The calls for the health of the server are not redirected: their caller wants this server's answer. */
const HEALTH = new Set<string | undefined>(
  Object.values({ ...healthApi, ...probesApi }).map(({ path }) => path),
)

/** Node takes the first of several, and a proxy may take the last. */
function countHosts({ raw: { rawHeaders } }: FastifyRequest): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/** Only the app's own pages have long addresses: /cash-payment has the cart in it. */
const MAX_API_URL = 8 * 1024

/** One year. The host of PUBLIC_URL belongs to Veni, so its subdomains do, too. */
const HSTS = 'max-age=31536000; includeSubDomains'

/** Only the operator knows whether a name is reached over https by everybody, and says so with PUBLIC_URL. */
const promisesHttps = ({ protocol }: FastifyRequest, { trustProxy, publicUrl }: GuardConfig) =>
  trustProxy !== false && protocol === 'https' && publicUrl?.startsWith('https:') === true

/** TRACE, which would show a cookie to a script, and the methods of WebDAV are not among them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const isWrite = ({ method }: FastifyRequest) => !READS.has(method)

/**
 * Loopback names, HOST when it names one host, and PUBLIC_URL. A page of another site can give its own name the address
 * of this server (DNS rebinding), and then reads everything as a page of this server would. X-Forwarded-Host does not
 * count, because such a page can send it.
 */
function findOurHost(sent: string, { host, publicUrl }: GuardConfig): boolean {
  const name = hostnameOf(`http://${sent}`)
  if (name === undefined || !isUsualSpelling(sent)) return false
  return isLoopback(name) || name === hostnameOf(publicUrl) || name === hostnameOf(urlOfHost(host))
}

/**
 * The URL parser reads `0x7f.1` and `127.1` as 127.0.0.1. Browsers send the usual spelling of an address, and what reads
 * the text itself, such as a log or a proxy, must see the same host.
 */
function isUsualSpelling(text: string): boolean {
  const { host } = new URL(`http://${text}`)
  return [host, `${host}:80`].includes(text.toLowerCase())
}

function isFromOurPage(request: FastifyRequest, { publicUrl }: GuardConfig): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin' && !isOfOtherHost(request, publicUrl)
  return origin !== undefined && [`${request.protocol}://${host}`, publicUrl].includes(origin)
}

/**
 * Whether the browser was at another host than the request names: a proxy has replaced `Host`, and what the check of the
 * host allowed says nothing. A page of this machine can have a proxy for development in front. Without a host in `Origin`
 * (`null`, or none) only `Sec-Fetch-Site` counts.
 */
function isOfOtherHost({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin = '', host = '' } = headers
  if (!URL.canParse(origin) || origin === publicUrl) return false
  const page = new URL(origin)
  return page.origin !== new URL(`${page.protocol}//${host}`).origin && !isLoopback(page.hostname)
}

/** undefined for what is no URL of a host. */
function hostnameOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const { hostname, href, protocol, host } = new URL(url)
  // Otherwise there is more than a host in it, such as a user name or a path.
  return href === `${protocol}//${host}/` ? hostname : undefined
}

/** undefined for an address that stands for every network. */
function urlOfHost(host: string): string | undefined {
  if (host === '0.0.0.0' || host === '::') return undefined
  return isIP(host) === 6 ? `http://[${host}]` : `http://${host}`
}

/** Why a request was refused, for the log. */
export type GuardReason =
  | 'long-address'
  | 'two-hosts'
  | 'wrong-host'
  | 'from-proxy'
  | 'wrong-method'
  | 'wrong-page'
  | 'plain-http'
