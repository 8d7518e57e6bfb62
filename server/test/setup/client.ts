import type { FastifyInstance, HTTPMethods } from 'fastify'

type Headers = Record<string, string>

/** A browser adds this header to the calls of a page of ours; pages of other sites cannot. */
export const FROM_OUR_PAGE = { 'sec-fetch-site': 'same-origin' } as const

export type Answer<TBody = unknown> = {
  status: number
  /** Parsed JSON; undefined for an answer without JSON. */
  body: TBody
  headers: Record<string, unknown>
}

/** A signed-in phone, which sends its cookie and JSON. The caller names the expected type of the body. */
export type Client = {
  readonly cookie: string
  readonly runnerId: number
  get<TBody>(url: string, headers?: Headers): Promise<Answer<TBody>>
  send<TBody>(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Answer<TBody>>
}

/** The cookie that names a browser. A code by SMS is valid in the browser that asked for it. */
export const BROWSER_COOKIE = 'veni-phone=6f1c9d5e-8a3b-4c2d-9e7f-0123456789ab'

/** Signs in by demo, as the app does. */
export async function signIn(app: FastifyInstance, phone: string): Promise<Client> {
  const answer = await request<{ runner: { id: number } }>(app, 'POST', '/api/sign-in/session', {
    body: { phone, code: '123456' },
  })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return {
    cookie,
    runnerId: answer.body.runner.id,
    get: (url, headers) => request(app, 'GET', url, { headers: { cookie, ...headers } }),
    send: (method, url, body, headers) =>
      request(app, method, url, { body, headers: { cookie, ...headers } }),
  }
}

export async function request<TBody = unknown>(
  app: FastifyInstance,
  method: HTTPMethods,
  url: string,
  {
    body,
    headers = {},
    remoteAddress,
  }: { body?: unknown; headers?: Headers; remoteAddress?: string } = {},
): Promise<Answer<TBody>> {
  const reply = await app.inject({
    method: method as 'GET',
    url,
    headers: { ...FROM_OUR_PAGE, ...headers },
    ...(body !== undefined && { payload: body as object }),
    ...(remoteAddress !== undefined && { remoteAddress }),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return {
    status: reply.statusCode,
    body: (isJson ? JSON.parse(reply.payload) : undefined) as TBody,
    headers: reply.headers,
  }
}

/** Signs in by demo at a server that listens. @returns the cookie */
export async function signInAt(address: string, phone: string): Promise<string> {
  const answer = await fetch(`${address}/api/sign-in/session`, {
    method: 'POST',
    headers: { ...FROM_OUR_PAGE, 'content-type': 'application/json' },
    body: JSON.stringify({ phone, code: '123456' }),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}
