import { errorReplySchema, IDEMPOTENCY_HEADER, RUNNER_HEADER } from '@veni/domain/api/protocol'
import type { BodyInput, Endpoint } from '@veni/domain/api/endpoint'
import type * as v from 'valibot'
import { appConfig } from '../app-config.ts'
import { environment } from '../lib/environment.ts'
import { parseJson } from '../lib/stored-value.ts'
import { serverRunnerId } from '../state/session.ts'
import { createCompression } from './compressed-body.ts'
import { ApiFailure, readRetryAfter } from './failure.ts'
import { isSynthetic } from './network.ts'
import { parseReply, readReply } from './read-reply.ts'
import { measureWith, type TimedReply } from './timed-reply.ts'

interface Exchange<TSchema extends v.GenericSchema> {
  /** What counts as an answer; any other reply is a failure (ruling 25). */
  readonly accepts: TSchema
  readonly timeoutMs: number
  /** Receives the text and the headers of an answer that counts. */
  readonly store?: (text: string, headers: Headers) => void
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
}

interface CallOptions<
  TEndpoint extends Endpoint,
  TSchema extends v.GenericSchema,
> extends Exchange<TSchema> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: BodyInput<TEndpoint>
  /** Another server than the configured one. */
  readonly baseUrl?: string
}

/** What the client needs from the browser. */
export interface ClientDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** @returns a signal that aborts after so many ms */
  readonly timeout: (ms: number) => AbortSignal
}

export type Client = ReturnType<typeof createClient>

/** An answer with its tag. Our server lets no browser store its answers, so the page asks with the tag itself. */
interface TaggedAnswer {
  readonly tag: string
  readonly text: string
}
interface TaggedDeps extends ClientDeps {
  readonly tagged: Map<string, TaggedAnswer>
  /** Receives each reply that a server of this deployment has certainly written. */
  readonly onProven?: typeof measureWith
}

export function createClient(base: ClientDeps) {
  const deps = { ...base, tagged: new Map<string, TaggedAnswer>() }
  const ownDeps = { ...deps, onProven: measureWith }
  const sendCompressed = createCompression()

  /** Makes one call of the contract. Throws {@link ApiFailure} unless the reply is what `accepts` describes. */
  const callApi = <TEndpoint extends Endpoint, TSchema extends v.GenericSchema>(
    endpoint: TEndpoint,
    options: CallOptions<TEndpoint, TSchema>,
  ): Promise<v.InferOutput<TSchema>> => {
    const url = callUrl(endpoint, options)
    return sendCompressed(endpoint, callInit(endpoint, options), (init) =>
      exchange(url, init, options, ownDeps),
    )
  }

  /** A request in another protocol of our own server. @returns its reply, whatever its status. Throws ApiFailure without one */
  const request = (
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> },
    timeoutMs: number,
  ) => {
    const credentials = serverCredentials({ access: 'runner' })
    const headers = { ...serverHeaders(undefined), ...init.headers }
    const url = `${appConfig().apiBaseUrl}${path}`
    return receive(url, { ...init, credentials, headers }, { timeoutMs }, deps)
  }

  /** Calls a configured third party: no headers of ours, no cookies, no referrer (ruling 24). */
  const callThirdParty = <TSchema extends v.GenericSchema>(
    url: string,
    options: Exchange<TSchema> & { readonly form?: FormData },
  ): Promise<v.InferOutput<TSchema>> => {
    const init: CallInit = options.form ? { method: 'POST', body: options.form } : {}
    return exchange(url, { ...init, credentials: 'omit' }, options, deps)
  }

  return { callApi, request, callThirdParty }
}

/** The client of this page or worker. */
export const { callApi, callThirdParty, request } = createClient({
  fetch: (url, init) => fetch(url, init),
  timeout: (ms) => AbortSignal.timeout(ms),
})

type AnyCall = Pick<
  CallOptions<Endpoint, v.GenericSchema>,
  'params' | 'query' | 'baseUrl' | 'idempotencyKey'
> & { readonly body?: unknown }

type CallInit = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> }

function callUrl(endpoint: Endpoint, { params, query, baseUrl }: AnyCall): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const search = new URLSearchParams(query).toString()
  return `${baseUrl ?? appConfig().apiBaseUrl}${path}${search && `?${search}`}`
}

function callInit(endpoint: Endpoint, { body, idempotencyKey }: AnyCall): CallInit {
  const hasBody = body !== undefined
  return {
    method: endpoint.method,
    credentials: serverCredentials(endpoint),
    headers: {
      ...serverHeaders(idempotencyKey),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  }
}

/**
 * Without a session of our server no cookie is sent: one that an earlier runner's offline sign-out left behind must not
 * open that runner's data (ruling 8).
 */
function serverCredentials({ access }: Pick<Endpoint, 'access'>): RequestCredentials {
  return access === 'open' || serverRunnerId() !== undefined ? 'same-origin' : 'omit'
}

/** Calls of our server name their runner, so that two tabs cannot mix runners (ruling 7). */
function serverHeaders(idempotencyKey: string | undefined): Record<string, string> {
  const runnerId = serverRunnerId()
  return {
    accept: 'application/json',
    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    ...(runnerId !== undefined && { [RUNNER_HEADER]: runnerId }),
  }
}

async function exchange<TSchema extends v.GenericSchema>(
  url: string,
  init: CallInit,
  options: Exchange<TSchema>,
  deps: TaggedDeps,
): Promise<v.InferOutput<TSchema>> {
  const { accepts, store } = options
  const received = await receiveTagged(url, init, options, deps)
  const { status, statusText, headers, body } = received
  if (status < 200 || status > 299) {
    const code = parseJson(body, errorReplySchema)?.error.code
    if (code) deps.onProven?.(init.method, received)
    throw new ApiFailure('status', {
      status,
      statusText,
      body,
      ...(code && { code }),
      ...readRetryAfter(headers),
    })
  }
  // Only replies to GET stay in memory: the reply to a sign-in has a private key.
  const reading = init.method === 'GET' ? readReply(body, accepts) : parseReply(body, accepts)
  if (!reading) throw new ApiFailure('bad-reply', { status, body })
  deps.onProven?.(init.method, received)
  store?.(body, headers)
  return reading.output
}

/** Our server answers 304 without text when nothing has changed. Addresses with a query are too many for the memory. */
async function receiveTagged(
  url: string,
  init: CallInit,
  limits: Pick<Exchange<v.GenericSchema>, 'timeoutMs' | 'signal'>,
  deps: TaggedDeps,
) {
  if (init.method !== 'GET' || url.includes('?')) return receive(url, init, limits, deps)
  const known = deps.tagged.get(url)
  const headers = { ...init.headers, ...(known && { 'if-none-match': known.tag }) }
  const reply = await receive(url, { ...init, headers }, limits, deps)
  if (known && reply.status === 304) return { ...reply, status: 200, body: known.text }
  const tag = reply.headers.get('etag')
  if (tag && reply.status === 200) deps.tagged.set(url, { tag, text: reply.body })
  return reply
}

async function receive(
  url: string,
  init: RequestInit,
  { timeoutMs, signal }: Pick<Exchange<v.GenericSchema>, 'timeoutMs' | 'signal'>,
  deps: ClientDeps,
): Promise<TimedReply> {
  const timeout = deps.timeout(timeoutMs)
  const sentAt = environment().now()
  try {
    const response = await deps.fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    if (isSynthetic(response)) throw new ApiFailure('network')
    const arrivedAt = environment().now()
    const { status, statusText, headers } = response
    return { status, statusText, headers, sentAt, arrivedAt, body: await response.text() }
  } catch (error) {
    if (timeout.aborted) throw new ApiFailure('timeout')
    // A connection cut in the middle of the body rejects `text()` with a TypeError.
    if (error instanceof TypeError) throw new ApiFailure('network')
    throw error
  }
}

/**
 * Whether the server is our server: it has signed the runner in, or has sent the page. Before the code, or with a code
 * entered without network, only the page proves that an answer is not from an intermediary.
 */
export function isOurServer(): boolean {
  const { madeByOurServer, apiBaseUrl } = appConfig()
  return serverRunnerId() !== undefined || (madeByOurServer && apiBaseUrl === '')
}
