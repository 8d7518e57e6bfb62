import type { Endpoint } from '@veni/domain/api/endpoint'
import { environment } from '../lib/environment.ts'
import { ApiFailure } from './failure.ts'

/** A shorter body gains less than the header that says how it is compressed. */
const SHORTEST = 400

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> }

/** An older server cannot read a compressed body, and an intermediary may refuse it with a page of its own. */
const REFUSALS = [400, 403, 406, 411, 415, 500, 501]

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  (error.kind === 'bad-reply' || REFUSALS.includes(error.detail.status ?? 0))

/** Compresses the long bodies of the calls that take it, until the server takes one only without compression. */
export function createCompression() {
  let isPossible = true

  async function compress({ takesGzip }: Endpoint, init: Init): Promise<Init | undefined> {
    const { body, headers } = init
    const { gzip } = environment()
    if (!takesGzip || !gzip || !isPossible) return undefined
    if (typeof body !== 'string' || body.length < SHORTEST) return undefined
    const compressed = await gzip(body).catch(() => undefined)
    if (!compressed) return undefined
    return { ...init, body: compressed, headers: { ...headers, 'content-encoding': 'gzip' } }
  }

  /** @param send sends a request, and rejects as this function does */
  return async <T>(
    endpoint: Endpoint,
    init: Init,
    send: (init: Init) => Promise<T>,
  ): Promise<T> => {
    const compressed = await compress(endpoint, init)
    if (!compressed) return send(init)
    try {
      return await send(compressed)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const reply = await send(init)
      isPossible = false
      return reply
    }
  }
}
