import type { FastifyInstance, HTTPMethods } from 'fastify'

type Headers = Record<string, string>

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
    headers,
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
