/** The connection between phone and server, which can fail in every way that is known of mobile networks. */
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import type { VirtualClock } from './clock.ts'
import type { FaultPlan, NetworkFault } from './faults.ts'
import { between, type Random } from './random.ts'
import type { Reply, Server, ServerRequest } from './server.ts'
import { currentTab, kill, outsideTabs, type Tab } from './tab.ts'

interface NetworkDeps {
  readonly clock: VirtualClock
  readonly random: Random
  readonly plan: FaultPlan
  readonly server: Server
  readonly cookie: () => string
  readonly trace: (...parts: unknown[]) => void
  /** A call was answered or given up. */
  readonly onReply: (key: string | undefined) => void
}

/** A call of the phone that is not answered yet. */
interface Call {
  readonly tab: Tab
  readonly request: ServerRequest
  readonly label: string
  /** Gives the phone a reply, unless its page is closed. */
  readonly answer: (answer: Reply) => void
  readonly breakOff: () => void
}

export interface Network {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** While it is away nothing leaves the phone. */
  setAway(isAway: boolean): void
  /** How many requests a fault still delays. */
  readonly lateRequests: () => number
}

const NOBODY_WAITS_MS = 90_000
const STRAYS_MS = 5 * 60_000

export function createNetwork(deps: NetworkDeps): Network {
  const { clock, random, plan, server, trace } = deps
  let isAway = false
  let lateRequests = 0

  const latency = () => between(random, 20, 900)

  function fetch(url: string, init: RequestInit): Promise<Response> {
    const tab = currentTab()
    if (!tab?.isAlive) return new Promise(() => {})
    return new Promise((resolve, reject) => {
      const request = toServerRequest(url, init, deps.cookie())
      const label = `${request.method} ${nameless(request.path)} ${isUpload(request.path) ? '' : (request.key ?? '')}`
      let isOver = false
      /** A call ends once, and a dead page receives nothing. */
      const end = (how: () => void) => {
        if (!isOver && tab.isAlive) how()
        isOver = true
      }
      init.signal?.addEventListener('abort', () =>
        end(() => {
          trace(tab.name, 'gives up', label)
          deps.onReply(request.key)
          reject(init.signal?.reason as Error)
        }),
      )
      send({
        tab,
        request,
        label,
        answer: (answer) =>
          end(() => {
            deps.onReply(request.key)
            resolve(toResponse(answer))
          }),
        breakOff: () => end(() => reject(new TypeError('Failed to fetch'))),
      })
    })
  }

  function send(call: Call) {
    const fault = isAway ? 'no network' : plan.atNetwork()
    trace(call.tab.name, 'sends', call.label, fault ?? '')
    outsideTabs(() => (fault ? failing[fault](call) : deliver(call, call.answer)))
  }

  /** Takes the request to the server, and its reply to `then`. */
  function deliver({ request, label }: Call, then: (answer: Reply) => void, onWay = latency()) {
    clock.after(onWay, async () => {
      const answer = await server.take(request)
      trace('server', answer.status, label, answer.isReplayed ? 'again' : '')
      clock.after(latency(), () => then(answer))
    })
  }

  /** A fault that lasts until the request has arrived. */
  function deliverLate(call: Call, onWay: number, then: (answer: Reply) => void = () => {}) {
    lateRequests += 1
    const arrived = (answer: Reply) => {
      lateRequests -= 1
      then(answer)
    }
    deliver(call, arrived, onWay)
  }

  const answerLater = (call: Call, answer: Reply) =>
    void clock.after(latency(), () => call.answer(answer))
  /** No reply until the phone gives up by itself: the fault lasts as long. */
  function silence() {
    lateRequests += 1
    clock.after(NOBODY_WAITS_MS, () => (lateRequests -= 1))
  }

  const failing: Readonly<Record<NetworkFault, (call: Call) => void>> = {
    'no network': ({ breakOff }) => void clock.after(latency(), breakOff),
    'request swallowed': silence,
    'reply lost': (call) => deliver(call, call.breakOff),
    'reply swallowed'(call) {
      silence()
      deliver(call, () => {})
    },
    'request late': (call) => {
      silence()
      deliverLate(call, between(random, 5_000, STRAYS_MS))
    },
    'request duplicated at once'(call) {
      clock.after(latency(), async () => {
        const first = server.take(call.request)
        // Two parts at once would reach the real disk in no fixed order, so the second waits for the first.
        if (isUpload(call.request.path)) await first
        const [, answer] = await Promise.all([first, server.take(call.request)])
        trace('server', answer.status, call.label, 'duplicated at once')
        clock.after(latency(), () => call.answer(answer))
      })
    },
    'request duplicated later'(call) {
      deliver(call, call.answer)
      deliverLate(call, between(random, 0, STRAYS_MS))
    },
    'status 500': (call) => answerLater(call, ours(500, 'internal')),
    'status 503': (call) => answerLater(call, ours(503, 'unavailable')),
    'HTML 502': (call) => answerLater(call, html(502)),
    'HTML 502 after commit': (call) => deliver(call, () => call.answer(html(502))),
    'captive portal': (call) => answerLater(call, html(200)),
    'captive portal, empty': (call) => answerLater(call, { ...html(200), body: '' }),
    'cut JSON': (call) =>
      deliver(call, (answer) => call.answer({ ...answer, body: answer.body.slice(0, -2) })),
    'duplicate in progress': (call) => answerLater(call, ours(409, 'in-progress')),
    'session expired'(call) {
      clock.after(latency(), () => server.endSessions())
      deliver(call, call.answer, 1_000)
    },
    'server dies before commit'(call) {
      clock.after(latency(), async () => {
        const answer = await server.takeAndDie(call.request)
        trace('server', 'dies', call.label, answer?.status ?? '')
        clock.after(latency(), () => (answer ? call.answer(answer) : call.breakOff()))
      })
    },
    'killed before the request': ({ tab }) => kill(tab),
    'killed while the request is away'(call) {
      deliver(call, () => {})
      clock.after(between(random, 0, 1_500), () => kill(call.tab))
    },
  }

  return { fetch, setAway: (away) => void (isAway = away), lateRequests: () => lateRequests }
}

const ours = (status: number, code: string): Reply => ({
  status,
  body: JSON.stringify({ error: { code, message: 'Something is wrong' } }),
  headers: { 'content-type': 'application/json' },
  isReplayed: false,
})

const html = (status: number): Reply => ({
  status,
  body: '<!doctype html><title>Free Wi-Fi</title><p>Please accept our terms.',
  headers: { 'content-type': 'text/html' },
  isReplayed: false,
})

const isUpload = (path: string) => path.startsWith(`${UPLOADS_PATH}/`)

/** Without ids: those of rows depend on earlier runs, those of uploads on real random numbers. */
const nameless = (path: string) => path.replaceAll(/\/\d+(?=\/|$)|(?<=uploads)\/.+/g, '/#')

function toServerRequest(path: string, init: RequestInit, cookie: string): ServerRequest {
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
function toResponse({ status, body, headers }: Reply): Response {
  const response = {
    status,
    ok: status >= 200 && status <= 299,
    statusText: '',
    headers: new Headers(headers),
    text: () => Promise.resolve(body),
    json: () => Promise.resolve(body).then((text) => JSON.parse(text) as unknown),
  }
  return response as unknown as Response
}
