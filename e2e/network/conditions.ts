import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** One call on its way from the phone to the server. */
export interface ProxiedCall {
  /** Method and path, such as `POST /api/orders`, without the query. */
  readonly call: string
  /** Its Idempotency-Key; '' without one. */
  readonly key: string
  readonly body: Buffer
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Sends the call to the server and resolves with the whole reply, after the commit. Rejects without a server. */
  readonly forward: () => Promise<Reply>
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** What happens to a call between phone and server. */
export type NetworkCondition = (call: ProxiedCall) => Promise<void> | void

export const good: NetworkCondition = async ({ forward, response }) =>
  sendReply(response, await forward())

/** The connection is reset before anything reaches the server. */
export const cut: NetworkCondition = ({ request }) => void request.socket.destroy()

/** The server commits the call, and the connection is reset before the reply. */
export const replyLost: NetworkCondition = async ({ forward, request }) => {
  await forward()
  request.socket.destroy()
}

/** The server commits the call, and no reply ever comes, as on a half-open socket. */
export const silentAfterCommit: NetworkCondition = async ({ forward }) => void (await forward())

/** The server commits the call, and only a part of the JSON reply comes. */
export const brokenJson: NetworkCondition = async ({ forward, response }) => {
  const { status } = await forward()
  response.writeHead(status, { 'content-type': 'application/json' }).end('{"id": 4, "customer_')
}

/** The server receives each call twice at the same time. */
export const sentTwice: NetworkCondition = async ({ forward, response }) => {
  const [, second] = await Promise.all([forward(), forward()])
  sendReply(response, second)
}

const htmlPage = (status: number, title: string): NetworkCondition => {
  const html = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  return ({ response }) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

/** A public Wi-Fi answers every call with status 200 and its own page. */
export const captivePortal = htmlPage(200, 'Welcome to Free Wi-Fi')
export const badGateway = htmlPage(502, '502 Bad Gateway')
export const tooLarge = htmlPage(413, '413 Request Entity Too Large')

/** The reply of our server when its database does not answer. */
export const unavailable: NetworkCondition = ({ response }) =>
  void response
    .writeHead(503, { 'content-type': 'application/json' })
    .end('{"error":{"code":"unavailable","message":"The database does not answer."}}')

/** All calls share this bandwidth, and each call starts with this delay. */
export function slow(downKbits: number, upKbits: number, delayMs: number): NetworkCondition {
  const down = limitBandwidth(downKbits)
  const up = limitBandwidth(upKbits)
  return async ({ forward, body, request, response }) => {
    await after(delayMs)
    await up(body.length + JSON.stringify(request.headers).length)
    const reply = await forward()
    await down(reply.body.length + JSON.stringify(reply.headers).length)
    sendReply(response, reply)
  }
}

/** One direction of a connection. Several calls share its bandwidth, piece by piece. */
function limitBandwidth(kbits: number): (bytes: number) => Promise<void> {
  const piece = 512
  let free = Promise.resolve()
  return async (bytes) => {
    for (let left = bytes; left > 0; left -= piece)
      await (free = free.then(() => after((Math.min(left, piece) * 8) / kbits)))
  }
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Whether the call writes at the server. Sign-in does not count. */
export const isWrite = ({ call }: Pick<ProxiedCall, 'call'>) =>
  /^(?:POST|PUT|PATCH) \/api\/(?!sign-in)/.test(call)

/** Whether the call sends the bytes of a photo. */
export const isPhoto = ({ call }: Pick<ProxiedCall, 'call'>) =>
  /^(?:POST|PATCH|PUT) \/api\/(?:images|photos|uploads)/.test(call)

/** The condition for the matching calls. All other calls have a good network. */
export const on =
  (matches: (call: ProxiedCall) => boolean, condition: NetworkCondition): NetworkCondition =>
  (call) =>
    (matches(call) ? condition : good)(call)

/** The condition for the first call with each Idempotency-Key. Its later attempts have a good network. */
export function onceForEach(
  matches: (call: ProxiedCall) => boolean,
  condition: NetworkCondition,
): NetworkCondition {
  const seen = new Set<string>()
  return on((call) => {
    const name = call.key || call.call
    if (!matches(call) || seen.has(name)) return false
    seen.add(name)
    return true
  }, condition)
}

function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  const { 'transfer-encoding': _, connection: __, ...rest } = headers
  const length = body.length > 0 && { 'content-length': body.length }
  response.writeHead(status, { ...rest, ...length }).end(body)
}
