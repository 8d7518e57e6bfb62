import { once } from 'node:events'
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { toText } from '../support/sent-text.ts'
import { good, type NetworkCondition, type ProxiedCall, type Reply } from './conditions.ts'

/** A proxy between phone and server. It applies the network condition that a test sets. */
export interface NetworkProxy {
  readonly url: string
  /** A new condition applies from the next call on. */
  condition: NetworkCondition
  /** Every call of the phone, oldest first, also those that did not reach the server. */
  readonly calls: readonly NotedCall[]
  /** How many calls match. */
  count: (call: RegExp) => number
  stop: () => Promise<void>
}

interface NotedCall extends Pick<ProxiedCall, 'call' | 'key'> {
  /** The ids of the entries whose whole work it sends. */
  readonly entryIds: readonly string[]
  /** What the phone sends. */
  readonly sent: Message
  /** What the server answers; undefined until it has. */
  received?: Message
}

/** A request or an answer. */
interface Message {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** In HTTP/1.1, with the first line and the headers. */
  readonly bytes: number
}

const LINE_END = 2
/** A colon and a space. */
const BETWEEN = 2

function measure(firstLine: string, headers: IncomingHttpHeaders, body: Buffer): Message {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? ''].flat().map((text) => name.length + BETWEEN + text.length + LINE_END),
  )
  const head = firstLine.length + LINE_END + lines.reduce((sum, length) => sum + length, LINE_END)
  return { headers, body, bytes: head + body.length }
}

/** How often the whole work of these deals was sent. The entry of a deal has the id of its visit. */
export const countDealCalls = (
  calls: NetworkProxy['calls'],
  deals: readonly { readonly visitId: string }[],
): number =>
  calls
    .flatMap(({ entryIds }) => entryIds)
    .filter((id) => deals.some(({ visitId }) => visitId === id)).length

function listEntryIds({ call, body, request }: ProxiedCall): string[] {
  if (call !== 'POST /api/work') return []
  const text = toText(body, request.headers['content-encoding'])
  const { items } = JSON.parse(text) as { items: { id: string; photo_urls?: object }[] }
  return items.filter(({ photo_urls }) => !photo_urls).map(({ id }) => id)
}

/** Starts a proxy on a free loopback port, with a good network. */
export async function startProxy(serverUrl: string): Promise<NetworkProxy> {
  const calls: NotedCall[] = []
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => request.socket.destroy())
  })
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await receive(request, response, serverUrl)
    const { method, url, headers } = request
    const noted: NotedCall = {
      call: call.call,
      key: call.key,
      entryIds: listEntryIds(call),
      sent: measure(`${method} ${url} HTTP/1.1`, headers, call.body),
    }
    calls.push(noted)
    const forwardNoted = async () => {
      const reply = await call.forward()
      noted.received = measure(`HTTP/1.1 ${reply.status} OK`, reply.headers, reply.body)
      return reply
    }
    await proxy.condition({ ...call, forward: forwardNoted })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const proxy: NetworkProxy = {
    url: `http://127.0.0.1:${port}`,
    condition: good,
    calls,
    count: (call) => calls.filter((one) => call.test(one.call)).length,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return proxy
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  serverUrl: string,
): Promise<ProxiedCall> {
  const body = await buffer(request)
  const { pathname } = new URL(request.url ?? '/', serverUrl)
  return {
    call: `${request.method} ${pathname}`,
    key: String(request.headers['idempotency-key'] ?? ''),
    body,
    request,
    response,
    forward: () => forward(request, body, serverUrl),
  }
}

async function forward(request: IncomingMessage, body: Buffer, serverUrl: string): Promise<Reply> {
  const { method, headers, url = '/' } = request
  // A new connection for each call: an old one may be broken by a killed server, which is not the tested condition.
  const sent = send(new URL(url, serverUrl), { method, headers, agent: false })
  sent.end(body)
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) }
}
