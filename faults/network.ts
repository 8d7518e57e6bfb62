/** The way between phone and office, which can fail in every manner that is known of mobile networks. */
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import type { Clock } from './clock.ts'
import type { FaultPlan, NetworkFault } from './faults.ts'
import { between, type Luck } from './luck.ts'
import type { Answer, Office, OfficeRequest } from './office.ts'
import { currentTab, kill, outsideTabs, type Tab } from './tab.ts'

interface NetworkDeps {
  readonly clock: Clock
  readonly luck: Luck
  readonly plan: FaultPlan
  readonly office: Office
  readonly cookie: () => string
  readonly trace: (...parts: unknown[]) => void
  /** A call was answered, or given up: there was a network. */
  readonly onHeard: (key: string | undefined) => void
}

/** A phone's call on its way. */
interface Call {
  readonly tab: Tab
  readonly request: OfficeRequest
  readonly label: string
  /** Hands the phone an answer, unless its page is gone. */
  readonly answer: (answer: Answer) => void
  readonly breakOff: () => void
}

export interface Network {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** While it is away nothing leaves the phone. */
  setAway(isAway: boolean): void
  /** Requests that a fault still keeps on their way. */
  readonly straying: () => number
}

const NOBODY_WAITS_MS = 90_000
const STRAYS_MS = 5 * 60_000

export function createNetwork(deps: NetworkDeps): Network {
  const { clock, luck, plan, office, trace } = deps
  let isAway = false
  let straying = 0

  const latency = () => between(luck, 20, 900)

  function fetch(url: string, init: RequestInit): Promise<Response> {
    const tab = currentTab()
    if (!tab?.isAlive) return new Promise(() => {})
    return new Promise((resolve, reject) => {
      const request = toOfficeRequest(url, init, deps.cookie())
      const label = `${request.method} ${nameless(request.path)} ${isUpload(request.path) ? '' : (request.key ?? '')}`
      let isOver = false
      /** Whatever comes after the first ending is not heard, and a dead page hears nothing. */
      const end = (how: () => void) => {
        if (!isOver && tab.isAlive) how()
        isOver = true
      }
      init.signal?.addEventListener('abort', () =>
        end(() => {
          trace(tab.name, 'gives up', label)
          deps.onHeard(request.key)
          reject(init.signal?.reason as Error)
        }),
      )
      send({
        tab,
        request,
        label,
        answer: (answer) =>
          end(() => {
            deps.onHeard(request.key)
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

  /** Carries the request to the office, and its answer to wherever it goes. */
  function deliver({ request, label }: Call, then: (answer: Answer) => void, onWay = latency()) {
    clock.after(onWay, async () => {
      const answer = await office.take(request)
      trace('office', answer.status, label, answer.isReplayed ? 'again' : '')
      clock.after(latency(), () => then(answer))
    })
  }

  /** As a fault that is over only when it has arrived. */
  function stray(call: Call, onWay: number, then: (answer: Answer) => void = () => {}) {
    straying += 1
    const arrived = (answer: Answer) => {
      straying -= 1
      then(answer)
    }
    deliver(call, arrived, onWay)
  }

  const answerLater = (call: Call, answer: Answer) =>
    void clock.after(latency(), () => call.answer(answer))
  /** Nothing is heard until the phone gives up by itself: so long the fault lasts. */
  function silence() {
    straying += 1
    clock.after(NOBODY_WAITS_MS, () => (straying -= 1))
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
      stray(call, between(luck, 5_000, STRAYS_MS))
    },
    'request twice at once'(call) {
      clock.after(latency(), async () => {
        const first = office.take(call.request)
        // Parts of a photo go to a real disk, which of two at once would have its own order: there one follows the other.
        if (isUpload(call.request.path)) await first
        const [, answer] = await Promise.all([first, office.take(call.request)])
        trace('office', answer.status, call.label, 'twice at once')
        clock.after(latency(), () => call.answer(answer))
      })
    },
    'request twice, later'(call) {
      deliver(call, call.answer)
      stray(call, between(luck, 0, STRAYS_MS))
    },
    'status 500': (call) => answerLater(call, ours(500, 'internal')),
    'status 503': (call) => answerLater(call, ours(503, 'unavailable')),
    'HTML 502': (call) => answerLater(call, html(502)),
    'HTML 502 after commit': (call) => deliver(call, () => call.answer(html(502))),
    'captive portal': (call) => answerLater(call, html(200)),
    'captive portal, empty': (call) => answerLater(call, { ...html(200), body: '' }),
    'broken JSON': (call) =>
      deliver(call, (answer) => call.answer({ ...answer, body: answer.body.slice(0, -2) })),
    'twin in progress': (call) => answerLater(call, ours(409, 'in-progress')),
    'session expired'(call) {
      clock.after(latency(), () => office.endSessions())
      deliver(call, call.answer, 1_000)
    },
    'server dies before commit'(call) {
      clock.after(latency(), async () => {
        const answer = await office.takeAndDie(call.request)
        trace('office', 'dies', call.label, answer?.status ?? '')
        clock.after(latency(), () => (answer ? call.answer(answer) : call.breakOff()))
      })
    },
    'killed before the request': ({ tab }) => kill(tab),
    'killed while the request is away'(call) {
      deliver(call, () => {})
      clock.after(between(luck, 0, 1_500), () => kill(call.tab))
    },
  }

  return { fetch, setAway: (away) => void (isAway = away), straying: () => straying }
}

const ours = (status: number, code: string): Answer => ({
  status,
  body: JSON.stringify({ error: { code, message: 'Something is wrong' } }),
  headers: { 'content-type': 'application/json' },
  isReplayed: false,
})

const html = (status: number): Answer => ({
  status,
  body: '<!doctype html><title>Free Wi-Fi</title><p>Please accept our terms.',
  headers: { 'content-type': 'text/html' },
  isReplayed: false,
})

const isUpload = (path: string) => path.startsWith(`${UPLOADS_PATH}/`)

/** Ids of rows depend on the runs before this one, those of uploads on real chance. */
const nameless = (path: string) => path.replaceAll(/\/\d+(?=\/|$)|(?<=uploads)\/.+/g, '/#')

function toOfficeRequest(path: string, init: RequestInit, cookie: string): OfficeRequest {
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

/** Read at once: a real response hands out its text in turns that nobody can count. */
function toResponse({ status, body, headers }: Answer): Response {
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
