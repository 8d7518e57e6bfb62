/** Requests and replies, as the phone has them and as they are on their way. */
import type { Reply, ServerRequest } from './work-calls.ts'

/** A refusal of our server. */
export const ours = (status: number, code: string): Reply => ({
  status,
  body: JSON.stringify({ error: { code, message: 'Something is wrong' } }),
  headers: { 'content-type': 'application/json' },
  isReplayed: false,
})

/** @param seconds that the phone has to wait */
export const retryLater = (reply: Reply, seconds: number): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'retry-after': String(seconds) },
})

/** A page of an intermediary. */
export const html = (status: number): Reply => ({
  status,
  body: '<!doctype html><title>Free Wi-Fi</title><p>Please accept our terms.',
  headers: { 'content-type': 'text/html' },
  isReplayed: false,
})

export function toServerRequest(path: string, init: RequestInit, cookie: string): ServerRequest {
  const given = Object.fromEntries(new Headers(init.headers))
  const key = given['idempotency-key']
  const isTrusted = init.credentials !== 'omit'
  return {
    method: init.method ?? 'GET',
    path,
    headers: { ...given, ...(isTrusted && { cookie }) },
    body: toPayload(init.body),
    key,
  }
}

function toPayload(body: RequestInit['body']): string | Buffer | undefined {
  if (body instanceof ArrayBuffer) return Buffer.from(body)
  return typeof body === 'string' ? body : undefined
}

/** A real response would give its text after an unknown number of turns of the event loop. */
export function toResponse({ status, body, headers }: Reply): Response {
  // A browser shows cookies to no script.
  const { 'set-cookie': _, ...seen } = headers
  const response = {
    status,
    ok: status >= 200 && status <= 299,
    statusText: '',
    headers: new Headers(seen),
    text: () => Promise.resolve(body),
    json: () => Promise.resolve(body).then((text) => JSON.parse(text) as unknown),
  }
  return response as unknown as Response
}
