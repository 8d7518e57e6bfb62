/**
 * A stand-in for the server in component tests. It answers by method and path and stores each request.
 * It replaces only `fetch`. The rest of the app is real, and so is the phone's database.
 */
import { vi } from 'vitest'

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly key: string | null
  readonly headers: Headers
}

type Answer = Response | Error | ((request: SentRequest) => Response | Promise<Response>)

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })

export interface StandInServer {
  readonly sent: SentRequest[]
  /** Sets the answer to a call, such as `POST /api/orders`. A later answer replaces an earlier one. */
  answer: (call: string, answer: Answer) => void
  /** The requests of one call, in order. */
  calls: (call: string) => SentRequest[]
}

/** Starts a server that answers 404 to a call without an answer, as a plain portal does to extensions. */
export function startStandInServer(): StandInServer {
  const answers = new Map<string, Answer>()
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const path = new URL(input, window.location.href).pathname
    const headers = new Headers(init.headers)
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path,
      body: await readBody(init.body, headers),
      key: headers.get('idempotency-key'),
      headers,
    }
    sent.push(request)
    const answer = answers.get(`${request.method} ${path}`) ?? new Response('', { status: 404 })
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? await answer(request) : answer.clone()
  })
  return {
    sent,
    answer: (call, answer) => void answers.set(call, answer),
    calls: (call) => sent.filter(({ method, path }) => `${method} ${path}` === call),
  }
}

async function readBody(body: RequestInit['body'], headers: Headers): Promise<unknown> {
  if (typeof body === 'string') return JSON.parse(body)
  if (headers.get('content-encoding') !== 'gzip') return body
  const compressed = new Response(body).body as ReadableStream<BufferSource>
  return new Response(compressed.pipeThrough(new DecompressionStream('gzip'))).json()
}

/** As a browser reports that there is no network. */
export const noNetwork = () => new TypeError('Failed to fetch')
