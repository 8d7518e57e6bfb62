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
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      key: new Headers(init.headers).get('idempotency-key'),
      headers: new Headers(init.headers),
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

/** As a browser reports that there is no network. */
export const noNetwork = () => new TypeError('Failed to fetch')
