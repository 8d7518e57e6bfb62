import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  replyTo,
  type Customers,
  type ReceivedCall,
  type StoredData,
} from './plain-portal-calls.ts'
import { startVeni } from './our-server.ts'
import { defaultCustomers } from './plain-portal-data.ts'
import { toText } from '../sent-text.ts'

/** How a call fails. */
export interface Failure {
  readonly status?: number
  /** A text is sent as HTML, anything else as JSON. */
  readonly body?: unknown
  readonly delayMs?: number
  /** Breaks the connection without a reply. */
  readonly drop?: true
}

export interface PlainPortal extends StoredData {
  readonly url: string
  readonly requests: ReceivedCall[]
  /** Requests of a call such as `PUT /api/customers/1`. */
  calls: (call: string) => ReceivedCall[]
  /** Makes a call fail from now on. `undefined` ends that. */
  fail: (call: string, failure: Failure | undefined) => void
  /** Replaces the reply of a call, for example by an older shape. */
  reply: (call: string, body: unknown) => void
  stop: () => Promise<void>
}

const app = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/** The settings of our server whose policy a page gets: the services that the app may call. */
type Services = Readonly<Record<string, string>>

/** A map that the policy of every page permits. No page shows it unless its config.json names it. */
export const MAP_SERVICE = 'https://maps.example'

const policies = new Map<string, Promise<string>>()

/** The Content-Security-Policy that our server sends with the same page. Each worker asks once for the same services. */
function findPolicy(services: Services): Promise<string> {
  const key = JSON.stringify(services)
  const policy = policies.get(key) ?? askForPolicy(services)
  policies.set(key, policy)
  return policy
}

async function askForPolicy(services: Services): Promise<string> {
  const veni = await startVeni({ env: services })
  const { headers } = await fetch(veni.url)
  await veni.stop()
  const policy = headers.get('content-security-policy')
  if (!policy) throw new Error('Our server sends no Content-Security-Policy.')
  return policy
}

/**
 * Starts a server that offers only the eight older calls, and the files of the app. They have the policy of our server:
 * without one no test could see a violation.
 */
export async function startPlainPortal(
  initialCustomers: Customers = defaultCustomers,
  services: Services = { MAP_EMBED_URL: `${MAP_SERVICE}/map?q={address}` },
): Promise<PlainPortal> {
  const policy = await findPolicy(services)
  const requests: ReceivedCall[] = []
  const failures = new Map<string, Failure>()
  const replies = new Map<string, unknown>()
  const data: StoredData = { customers: structuredClone(initialCustomers), orders: [] }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://portal')
    if (!url.pathname.startsWith('/api/')) return serveApp(url.pathname, policy, response)
    const received = await receive(request, url)
    requests.push(received)
    const call = `${received.method} ${received.path}`
    const failure = failures.get(call)
    if (failure?.delayMs) await setTimeout(failure.delayMs)
    if (failure?.drop) return void request.socket.destroy()
    if (failure?.status) return send(response, failure.status, failure.body ?? {})
    if (replies.has(call)) return send(response, 200, replies.get(call))
    const [status, body] = replyTo(received, data)
    return send(response, status, body)
  }

  return {
    ...(await listen(handle)),
    requests,
    ...data,
    calls: (call) => requests.filter(({ method, path }) => `${method} ${path}` === call),
    fail: (call, failure) => void (failure ? failures.set(call, failure) : failures.delete(call)),
    reply: (call, body) => void replies.set(call, body),
  }
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Pick<PlainPortal, 'url' | 'stop'>> {
  // A URL may contain a whole cart with Telugu names, with nine bytes for each letter.
  const server = createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
    // When a reused connection breaks, the browser repeats the request by itself, and counted requests would be wrong.
    response.shouldKeepAlive = false
    // A page that closes in the middle of a request is no error of the test.
    handle(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, stop }
}

async function receive(request: IncomingMessage, url: URL): Promise<ReceivedCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = toText(Buffer.concat(chunks), request.headers['content-encoding'])
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

function send(response: ServerResponse, status: number, body: unknown): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
  response.end(isText ? body : JSON.stringify(body))
}

async function serveApp(path: string, policy: string, response: ServerResponse): Promise<void> {
  const isFile = extname(path) in types
  const file = join(app, normalize(isFile ? path : '/index.html'))
  const content = await readFile(file).catch(() => undefined)
  const type = types[extname(file)] ?? 'application/octet-stream'
  response.writeHead(content ? 200 : 404, {
    'content-type': type,
    'content-security-policy': policy,
  })
  response.end(content)
}
