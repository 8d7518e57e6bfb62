/** What a network, and what stands in it, can do to a call; each is one small function. */
import type { Answer, Passing, WireWeather } from './passing.ts'

export const clear: WireWeather = async ({ askOffice, response }) =>
  answer(response, await askOffice())

/** No way through: the connection is reset before anything of the call has left. */
export const cut: WireWeather = ({ request }) => void request.socket.destroy()

/** The office has done what was asked, and the phone never hears of it. */
export const replyLost: WireWeather = async ({ askOffice, request }) => {
  await askOffice()
  request.socket.destroy()
}

/** A socket that is half open: the office has done what was asked, and the phone waits for ever. */
export const silentAfterCommit: WireWeather = async ({ askOffice }) => void (await askOffice())

/** The office has done what was asked; half of its JSON comes, with a full stop where the rest should be. */
export const brokenJson: WireWeather = async ({ askOffice, response }) => {
  const { status } = await askOffice()
  response.writeHead(status, { 'content-type': 'application/json' }).end('{"id": 4, "customer_')
}

/** Each call comes twice to the office, side by side. */
export const sentTwice: WireWeather = async ({ askOffice, response }) => {
  const [, second] = await Promise.all([askOffice(), askOffice()])
  answer(response, second)
}

const page = (status: number, title: string): WireWeather => {
  const html = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  return ({ response }) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

/** The bus station's network answers everything itself: 200, and its own page. */
export const captivePortal = page(200, 'Welcome to Free Wi-Fi')
export const badGateway = page(502, '502 Bad Gateway')
export const tooLarge = page(413, '413 Request Entity Too Large')

/** As the server says that its database does not answer. */
export const unavailable: WireWeather = ({ response }) =>
  void response
    .writeHead(503, { 'content-type': 'application/json' })
    .end('{"error":{"code":"unavailable","message":"The database does not answer."}}')

/** Over a link that carries so many kbit/s, all calls together, and answers so much later. */
export function slow(downKbits: number, upKbits: number, delayMs: number): WireWeather {
  const down = lane(downKbits)
  const up = lane(upKbits)
  return async ({ askOffice, body, request, response }) => {
    await after(delayMs)
    await up(body.length + JSON.stringify(request.headers).length)
    const got = await askOffice()
    await down(got.body.length + JSON.stringify(got.headers).length)
    answer(response, got)
  }
}

/** One direction of a link: what several calls send over it shares its width, piece by piece. */
function lane(kbits: number): (bytes: number) => Promise<void> {
  const piece = 512
  let free = Promise.resolve()
  return async (bytes) => {
    for (let left = bytes; left > 0; left -= piece)
      await (free = free.then(() => after((Math.min(left, piece) * 8) / kbits)))
  }
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What is written at the office: all but looking and signing in. */
export const isWrite = ({ call }: Pick<Passing, 'call'>) =>
  /^(?:POST|PUT|PATCH) \/api\/(?!sign-in)/.test(call)

/** A photo's bytes, by whatever call they travel. */
export const isPhoto = ({ call }: Pick<Passing, 'call'>) =>
  /^(?:POST|PATCH|PUT) \/api\/(?:images|photos|uploads)/.test(call)

/** @param concerns which calls the weather meets; all others pass */
export const on =
  (concerns: (passing: Passing) => boolean, weather: WireWeather): WireWeather =>
  (passing) =>
    (concerns(passing) ? weather : clear)(passing)

/** The first call of each key that matches meets the weather; when it is sent again it passes. */
export function onceForEach(
  concerns: (passing: Passing) => boolean,
  weather: WireWeather,
): WireWeather {
  const met = new Set<string>()
  return on((passing) => {
    const name = passing.key || passing.call
    if (!concerns(passing) || met.has(name)) return false
    met.add(name)
    return true
  }, weather)
}

function answer(response: Passing['response'], { status, headers, body }: Answer): void {
  const { 'transfer-encoding': _, connection: __, ...kept } = headers
  const length = body.length > 0 && { 'content-length': body.length }
  response.writeHead(status, { ...kept, ...length }).end(body)
}
