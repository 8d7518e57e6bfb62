import { errorReplySchema, IDEMPOTENCY_HEADER, RUNNER_HEADER } from '@veni/domain/api/protocol'
import type { BodyInput, Endpoint } from '@veni/domain/api/endpoint'
import * as v from 'valibot'
import { appConfig } from '../app-config.ts'
import { parseJson } from '../lib/stored-value.ts'
import { serverRunnerId } from '../state/session.ts'
import { ApiFailure } from './failure.ts'
import { isSynthetic } from './network.ts'

interface Exchange<TSchema extends v.GenericSchema> {
  /** What counts as an answer; any other reply is a failure (ruling 25). */
  readonly accepts: TSchema
  readonly timeoutMs: number
  /** Is handed the text of an answer that counts. */
  readonly keep?: (text: string) => void
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
}

export interface CallOptions<
  TEndpoint extends Endpoint,
  TSchema extends v.GenericSchema,
> extends Exchange<TSchema> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: BodyInput<TEndpoint>
  /** Another portal than the configured one. */
  readonly baseUrl?: string
}

/** Makes one call of the contract. Throws {@link ApiFailure} unless the reply is what `accepts` describes. */
export function callApi<TEndpoint extends Endpoint, TSchema extends v.GenericSchema>(
  endpoint: TEndpoint,
  options: CallOptions<TEndpoint, TSchema>,
): Promise<v.InferOutput<TSchema>> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ''),
  )
  const query = new URLSearchParams(options.query).toString()
  const url = `${options.baseUrl ?? appConfig().apiBaseUrl}${path}${query && `?${query}`}`
  const hasBody = options.body !== undefined
  const init: RequestInit = {
    method: endpoint.method,
    credentials: portalCredentials(endpoint),
    headers: {
      ...portalHeaders(options.idempotencyKey),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(options.body) }),
  }
  return exchange(url, init, options)
}

/** A request in another protocol of our own server, and its answer whatever its status. Throws ApiFailure without one. */
export function askPortal(
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> },
  timeoutMs: number,
) {
  return receive(
    `${appConfig().apiBaseUrl}${path}`,
    {
      ...init,
      credentials: portalCredentials({ access: 'runner' }),
      headers: { ...portalHeaders(undefined), ...init.headers },
    },
    timeoutMs,
    undefined,
  )
}

/** Calls a configured third party: no headers of ours, no cookies, no referrer (ruling 24). */
export function callThirdParty<TSchema extends v.GenericSchema>(
  url: string,
  options: Exchange<TSchema> & { readonly form?: FormData },
): Promise<v.InferOutput<TSchema>> {
  const init: RequestInit = options.form ? { method: 'POST', body: options.form } : {}
  return exchange(url, { ...init, credentials: 'omit' }, options)
}

/**
 * Signed in without the server, no cookie goes along: one that an earlier runner's offline logout left behind
 * must not open his data to the next one (ruling 8).
 */
function portalCredentials({ access }: Pick<Endpoint, 'access'>): RequestCredentials {
  return access === 'open' || serverRunnerId() !== undefined ? 'same-origin' : 'omit'
}

/** Our server's calls say whom they are for, so that two tabs cannot mix runners (ruling 7). */
function portalHeaders(idempotencyKey: string | undefined): Record<string, string> {
  const runnerId = serverRunnerId()
  return {
    accept: 'application/json',
    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    ...(runnerId !== undefined && { [RUNNER_HEADER]: runnerId }),
  }
}

async function exchange<TSchema extends v.GenericSchema>(
  url: string,
  init: RequestInit,
  { accepts, timeoutMs, signal, keep }: Exchange<TSchema>,
): Promise<v.InferOutput<TSchema>> {
  const { status, statusText, body } = await receive(url, init, timeoutMs, signal)
  if (status < 200 || status > 299) {
    const code = parseJson(body, errorReplySchema)?.error.code
    throw new ApiFailure('status', { status, statusText, body, ...(code && { code }) })
  }
  const reading = readReply(body, accepts)
  if (!reading) throw new ApiFailure('bad-reply', { status, body })
  keep?.(body)
  return reading.output
}

interface Reading<TOutput> {
  readonly body: string
  readonly output: TOutput
}

/**
 * What each schema has read last. A refresh mostly says the same again: it is then the same object, which is neither
 * read nor drawn a second time.
 */
const lastRead = new WeakMap<v.GenericSchema, Reading<unknown>>()

/** @returns undefined when it is not what `accepts` describes */
export function readReply<TSchema extends v.GenericSchema>(
  body: string,
  accepts: TSchema,
): Reading<v.InferOutput<TSchema>> | undefined {
  const known = lastRead.get(accepts) as Reading<v.InferOutput<TSchema>> | undefined
  if (known?.body === body) return known
  const reply = body === '' ? null : parseJson(body, v.unknown())
  const parsed = v.safeParse(accepts, reply)
  // What is no JSON at all never counts, however little is asked of the answer.
  if (reply === undefined || !parsed.success) return undefined
  const reading = { body, output: parsed.output }
  lastRead.set(accepts, reading)
  return reading
}

async function receive(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
) {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    if (isSynthetic(response)) throw new ApiFailure('network')
    const { status, statusText, headers } = response
    return { status, statusText, headers, body: await response.text() }
  } catch (error) {
    if (timeout.aborted) throw new ApiFailure('timeout')
    // A connection cut in the middle of the body rejects `text()` with a TypeError.
    if (error instanceof TypeError) throw new ApiFailure('network')
    throw error
  }
}
