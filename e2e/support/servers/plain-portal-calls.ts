import { hairPrices, products } from './plain-portal-data.ts'

/** One request as the server received it. */
export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly idempotencyKey: string | undefined
  /** When it arrived, in ms since 1970. */
  readonly at: number
}

export type Customers = Record<string, unknown>[]

/** An order with the call that created it and all its updates, oldest first. */
interface StoredOrder {
  readonly id: string
  readonly created: Record<string, unknown>
  readonly updates: Record<string, unknown>[]
}

export interface StoredData {
  readonly customers: Customers
  readonly orders: StoredOrder[]
}

type Reply = [status: number, body: unknown]

/** The eight older calls, with replies in their older shapes. */
const calls: readonly [
  call: RegExp,
  reply: (request: ReceivedCall, data: StoredData, id: string) => Reply,
][] = [
  [/^GET \/api\/ping$/, () => [200, { message: 'pong' }]],
  [/^GET \/api\/admin-health$/, () => [200, { ok: true }]],
  [
    /^GET \/api\/customers$/,
    ({ query }, { customers }) => [200, matching(customers, query.get('id'))],
  ],
  [/^PUT \/api\/customers\/(\w+)$/, updateCustomer],
  [/^GET \/api\/products$/, () => [200, { success: true, data: products }]],
  [/^GET \/api\/hair-pricing$/, () => [200, { pricing: hairPrices }]],
  [/^POST \/api\/orders$/, createOrder],
  [/^PUT \/api\/orders\/([\w-]+)$/, updateOrder],
]

export function replyTo(request: ReceivedCall, data: StoredData): Reply {
  for (const [pattern, reply] of calls) {
    const match = pattern.exec(`${request.method} ${request.path}`)
    if (match) return reply(request, data, match[1] ?? '')
  }
  return [404, 'Cannot find it']
}

const matching = (all: Customers, id: string | null) =>
  id === null ? all : all.filter((one) => String(one.id) === id)

function updateCustomer({ body }: ReceivedCall, { customers }: StoredData, id: string): Reply {
  const [found] = matching(customers, id)
  if (!found) return [404, { message: 'no such customer' }]
  Object.assign(found, body)
  return [200, { success: true }]
}

/** A plain portal has no idempotency: it creates a second order when it receives an order twice. */
function createOrder({ body }: ReceivedCall, { orders }: StoredData): Reply {
  const id = `ORD-000${501 + orders.length}`
  orders.push({ id, created: body as StoredOrder['created'], updates: [] })
  return [200, { order_id: id }]
}

function updateOrder({ body }: ReceivedCall, { orders }: StoredData, id: string): Reply {
  const order = orders.find((one) => one.id === id)
  if (!order) return [404, { message: 'no such order' }]
  order.updates.push(body as StoredOrder['created'])
  return [200, {}]
}
