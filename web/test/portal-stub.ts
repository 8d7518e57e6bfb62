/**
 * A portal at the network's edge for component tests: answers by method and path and keeps what it was sent.
 * Only `fetch` is replaced; everything of ours, the database included, is the real thing.
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

export interface PortalStub {
  readonly sent: SentRequest[]
  /** Later answers take the place of earlier ones for the same call, such as `POST /api/orders`. */
  answer: (call: string, answer: Answer) => void
  /** What was sent by a call, in order. */
  calls: (call: string) => SentRequest[]
}

/** Starts a portal that answers 404 to what it was not taught, as a plain one does to extensions. */
export function startPortalStub(): PortalStub {
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
