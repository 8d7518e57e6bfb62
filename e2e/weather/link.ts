import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Answer, Passing, WireWeather } from './passing.ts'
import { clear } from './wire-weather.ts'

/** The way between the phone and the office, in whatever weather a test makes. */
export interface Link {
  readonly url: string
  /** From the next request on. */
  weather: WireWeather
  /** Every call that came in, oldest first, whatever became of it. */
  readonly calls: readonly Pick<Passing, 'call' | 'key'>[]
  /** How many calls match. */
  count: (call: RegExp) => number
  stop: () => Promise<void>
}

/** Opens a way to the server on a free loopback port; the weather is clear. */
export async function openLink(officeUrl: string): Promise<Link> {
  const calls: Pick<Passing, 'call' | 'key'>[] = []
  const server = createServer((request, response) => {
    void pass(request, response).catch(() => request.socket.destroy())
  })
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const passing = await receive(request, response, officeUrl)
    calls.push({ call: passing.call, key: passing.key })
    await link.weather(passing)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const link: Link = {
    url: `http://127.0.0.1:${port}`,
    weather: clear,
    calls,
    count: (call) => calls.filter((one) => call.test(one.call)).length,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return link
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  officeUrl: string,
): Promise<Passing> {
  const body = await buffer(request)
  const { pathname } = new URL(request.url ?? '/', officeUrl)
  return {
    call: `${request.method} ${pathname}`,
    key: String(request.headers['idempotency-key'] ?? ''),
    body,
    request,
    response,
    askOffice: () => forward(request, body, officeUrl),
  }
}

async function forward(request: IncomingMessage, body: Buffer, officeUrl: string): Promise<Answer> {
  const { method, headers, url = '/' } = request
  // A connection of its own: one that a killed server has left behind must not be taken for the weather.
  const asked = ask(new URL(url, officeUrl), { method, headers, agent: false })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}
