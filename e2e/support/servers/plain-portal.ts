import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** One request as it came over the wire. */
interface PortalRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly idempotencyKey: string | undefined
  readonly at: number
}

/** What a call does instead of answering as usual. */
export interface Failure {
  readonly status?: number
  /** Sent as JSON unless it is text. */
  readonly body?: unknown
  readonly delayMs?: number
  /** Breaks the connection without an answer. */
  readonly drop?: true
}

export interface PlainPortal {
  readonly url: string
  readonly requests: PortalRequest[]
  readonly customers: Customers
  readonly orders: PortalOrder[]
  /** Requests of a call such as `PUT /api/customers/1`. */
  calls: (call: string) => PortalRequest[]
  /** Makes a call fail until it is told otherwise; `undefined` mends it. */
  fail: (call: string, failure: Failure | undefined) => void
  /** Replaces the reply of a call: the legacy shapes. */
  reply: (call: string, body: unknown) => void
  stop: () => Promise<void>
}

/** An order as the portal keeps it: what made it, and every update since, the latest last. */
interface PortalOrder {
  readonly id: string
  readonly created: Record<string, unknown>
  readonly updates: Record<string, unknown>[]
}

/** What a portal remembers. */
interface Books {
  readonly customers: Customers
  readonly orders: PortalOrder[]
}

const app = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/** A portal that offers the calls of section 7 and nothing else, beside a static copy of the app. */
export async function startPlainPortal(
  initialCustomers: Customers = portalCustomers,
): Promise<PlainPortal> {
  const requests: PortalRequest[] = []
  const failures = new Map<string, Failure>()
  const replies = new Map<string, unknown>()
  const books: Books = { customers: structuredClone(initialCustomers), orders: [] }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://portal')
    if (!url.pathname.startsWith('/api/')) return serveApp(url.pathname, response)
    const received = await receive(request, url)
    requests.push(received)
    const call = `${received.method} ${received.path}`
    const failure = failures.get(call)
    if (failure?.delayMs) await setTimeout(failure.delayMs)
    if (failure?.drop) return void request.socket.destroy()
    if (failure?.status) return send(response, failure.status, failure.body ?? {})
    if (replies.has(call)) return send(response, 200, replies.get(call))
    const [status, body] = answer(received, books)
    return send(response, status, body)
  }

  // A link may carry a whole cart with Telugu names, nine bytes a letter.
  const server = createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
    // A request on a connection that was used before is sent twice by the browser when it breaks: then nobody counts right.
    response.shouldKeepAlive = false
    // A page that is left in the middle of a body is no fault of the test.
    handle(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    ...books,
    calls: (call) => requests.filter(({ method, path }) => `${method} ${path}` === call),
    fail: (call, failure) => void (failure ? failures.set(call, failure) : failures.delete(call)),
    reply: (call, body) => void replies.set(call, body),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function receive(request: IncomingMessage, url: URL): Promise<PortalRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const isJson = request.headers['content-type']?.includes('json') ?? false
  const key = request.headers['idempotency-key']
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: isJson ? JSON.parse(text) : text,
    idempotencyKey: typeof key === 'string' ? key : undefined,
    at: Date.now(),
  }
}

export type Customers = Record<string, unknown>[]
type Answer = [status: number, body: unknown]

/** The calls of section 7, in the shapes older portals answer. */
const calls: readonly [
  call: RegExp,
  answer: (request: PortalRequest, books: Books, id: string) => Answer,
][] = [
  [/^GET \/api\/ping$/, () => [200, { message: 'pong' }]],
  [/^GET \/api\/admin-health$/, () => [200, { ok: true }]],
  [
    /^GET \/api\/customers$/,
    ({ query }, { customers }) => [200, matching(customers, query.get('id'))],
  ],
  [/^PUT \/api\/customers\/(\w+)$/, updateCustomer],
  [/^GET \/api\/products$/, () => [200, { success: true, data: products }]],
  [/^GET \/api\/hair-pricing$/, () => [200, { pricing: prices }]],
  [/^POST \/api\/orders$/, createOrder],
  [/^PUT \/api\/orders\/([\w-]+)$/, updateOrder],
]

function answer(request: PortalRequest, books: Books): Answer {
  for (const [pattern, reply] of calls) {
    const match = pattern.exec(`${request.method} ${request.path}`)
    if (match) return reply(request, books, match[1] ?? '')
  }
  return [404, 'Cannot find it']
}

const matching = (all: Customers, id: string | null) =>
  id === null ? all : all.filter((one) => String(one.id) === id)

function updateCustomer({ body }: PortalRequest, { customers }: Books, id: string): Answer {
  const [found] = matching(customers, id)
  if (!found) return [404, { message: 'no such customer' }]
  Object.assign(found, body)
  return [200, { success: true }]
}

/** Portals of this kind know no idempotency: an order that is sent twice is two orders. */
function createOrder({ body }: PortalRequest, { orders }: Books): Answer {
  const id = `ORD-000${501 + orders.length}`
  orders.push({ id, created: body as PortalOrder['created'], updates: [] })
  return [200, { order_id: id }]
}

function updateOrder({ body }: PortalRequest, { orders }: Books, id: string): Answer {
  const order = orders.find((one) => one.id === id)
  if (!order) return [404, { message: 'no such order' }]
  order.updates.push(body as PortalOrder['created'])
  return [200, {}]
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
  response.end(isText ? body : JSON.stringify(body))
}

async function serveApp(path: string, response: ServerResponse): Promise<void> {
  const isFile = extname(path) in types
  const file = join(app, normalize(isFile ? path : '/index.html'))
  const content = await readFile(file).catch(() => undefined)
  const type = types[extname(file)] ?? 'application/octet-stream'
  response.writeHead(content ? 200 : 404, { 'content-type': type })
  response.end(content)
}

/** A customer as portals answer them. */
export const portalCustomer = (
  id: number,
  member_name: string,
  more: Record<string, unknown> = {},
) => ({
  id,
  state: 'Telangana',
  district: 'Karimnagar',
  village_info: 'Kothapalli',
  member_name,
  father_or_husband_name: 'Rao',
  mobile: '9100000000',
  email: null,
  status: 'assigned',
  runner_id: 1,
  extra: null,
  comments: null,
  next_followup: null,
  ...more,
})

const portalCustomers: Customers = [
  portalCustomer(26, 'Portal Lakshmi'),
  portalCustomer(27, 'Portal Anjali', { status: 'interested', runner_id: null }),
  portalCustomer(28, 'Portal Padma', {
    status: 'hold',
    comments: 'Later',
    next_followup: '2020-01-01',
  }),
  portalCustomer(29, 'Other Runner', { runner_id: 2 }),
  portalCustomer(30, 'Portal Delivered', { status: 'delivered' }),
]

const products = [
  { id: 1, productId: 'handbag', name: 'Handbag', weight: '500Grams', price: '200.00', image: '' },
  { id: 2, productId: 'ricecooker', name: 'Rice Cooker', price: 1206.44, image_url: '' },
]

const prices = [
  { id: 'black_hair', rate: 70, minimum_weight: 20, is_active: true },
  { id: 'old_hair', rate: 10, is_active: false },
]
