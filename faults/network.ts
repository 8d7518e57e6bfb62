/** The connection between phone and server, which can fail in every way that is known of mobile networks. */
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import { LONGEST_RETRY_AFTER_S } from '@veni/domain/api/protocol'
import type { VirtualClock } from './clock.ts'
import type { FaultPlan } from './fault-plan.ts'
import type { NetworkFault } from './faults.ts'
import { between, type Random } from './random.ts'
import type { Pauses } from './pauses.ts'
import type { Server } from './server.ts'
import type { Cookies } from './cookies.ts'
import { html, ours, retryLater, toResponse, toServerRequest } from './messages.ts'
import { currentTab, kill, outsideTabs, resume, type Tab } from './tab.ts'
import { isSignIn, isWorkCall, listItemIds, type Reply, type ServerRequest } from './work-calls.ts'

interface NetworkDeps {
  readonly clock: VirtualClock
  readonly random: Random
  readonly plan: FaultPlan
  readonly server: Server
  readonly cookies: Cookies
  readonly trace: (...parts: unknown[]) => void
  /** A call was answered with this status, or given up: then the status is undefined. */
  readonly onReply: (keys: readonly (string | undefined)[], status: number | undefined) => void
  readonly pauses: Pauses
  /** The server has answered a request, whether the phone gets the answer or not. */
  readonly onTaken: (request: ServerRequest, reply: Reply) => void
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

const NOBODY_WAITS_MS = 90_000
const STRAYS_MS = 5 * 60_000

export class Network {
  readonly #deps: NetworkDeps
  #isAway = false
  #lateRequests = 0

  constructor(deps: NetworkDeps) {
    this.#deps = deps
  }

  /** How many requests a fault still delays, and how many answers that asked to wait still count. */
  get lateRequests() {
    return this.#lateRequests
  }

  /** While it is away nothing leaves the phone. */
  setAway(isAway: boolean) {
    this.#isAway = isAway
  }

  fetch(url: string, init: RequestInit): Promise<Response> {
    const tab = currentTab()
    if (!tab) return this.#fetchAtOnce(toServerRequest(url, init, this.#deps.cookies.header))
    if (!tab.isAlive) return new Promise(() => {})
    const { clock, trace, cookies, pauses, onReply } = this.#deps
    return new Promise((resolve, reject) => {
      const request = { ...toServerRequest(url, init, cookies.header), sentAt: clock.now() }
      pauses.check(request, clock.now())
      const label = `${request.method} ${request.path} ${listKeys(request).join(' ')}`
      let isOver = false
      /** A call ends once, and a dead page receives nothing. */
      const end = (how: () => void) => {
        if (!isOver) resume(tab, how)
        isOver = true
      }
      init.signal?.addEventListener('abort', () =>
        end(() => {
          trace(tab.name, 'gives up', label)
          onReply(listKeys(request), undefined)
          reject(init.signal?.reason as Error)
        }),
      )
      const answer = (reply: Reply) =>
        end(() => {
          if ('retry-after' in reply.headers) this.#notePause()
          pauses.note(request, reply, clock.now())
          if (!isSignIn(request.path)) onReply(listKeys(request), reply.status)
          resolve(this.#receive(reply))
        })
      const breakOff = () => end(() => reject(new TypeError('Failed to fetch')))
      this.#send({ tab, request, label, answer, breakOff })
    })
  }

  /** Before the shift, when nothing fails. */
  async #fetchAtOnce(request: ServerRequest): Promise<Response> {
    return this.#receive(await outsideTabs(() => this.#deps.server.take(request)))
  }

  #receive(reply: Reply): Response {
    this.#deps.cookies.store(reply.headers)
    return toResponse(reply)
  }

  #send(call: Call) {
    const { plan, trace } = this.#deps
    // Without an answer to a sign-in the runner would work without our server.
    const planned = isSignIn(call.request.path) ? undefined : plan.atNetwork
    const fault = this.#isAway ? 'no network' : planned?.()
    trace(call.tab.name, 'sends', call.label, fault ?? '')
    outsideTabs(() => (fault ? this.#failing[fault](call) : this.#deliver(call, call.answer)))
  }

  #latency() {
    return between(this.#deps.random, 20, 900)
  }

  /** Takes the request to the server, and its reply to `then`. */
  #deliver({ request, label }: Call, then: (answer: Reply) => void, onWay = this.#latency()) {
    const { clock, server, trace, onTaken } = this.#deps
    clock.after(onWay, async () => {
      const answer = await server.take(request)
      trace('server', answer.status, label, answer.isReplayed ? 'again' : '')
      onTaken(request, answer)
      clock.after(this.#latency(), () => then(answer))
    })
  }

  /** A fault that lasts until the request has arrived. */
  #deliverLate(call: Call, onWay: number, then: (answer: Reply) => void = () => {}) {
    this.#lateRequests += 1
    const arrived = (answer: Reply) => {
      this.#lateRequests -= 1
      then(answer)
    }
    this.#deliver(call, arrived, onWay)
  }

  #answerLater(call: Call, answer: Reply) {
    this.#deps.clock.after(this.#latency(), () => call.answer(answer))
  }

  /** Also for longer than a phone waits at most. */
  #askToWait(call: Call, answer: Reply) {
    this.#answerLater(
      call,
      retryLater(answer, between(this.#deps.random, 1, 2 * LONGEST_RETRY_AFTER_S)),
    )
  }

  /** A phone waits from the moment at which it has the answer. A clock that is set back makes the wait longer. */
  #notePause() {
    this.#lateRequests += 1
    this.#deps.clock.after(LONGEST_RETRY_AFTER_S * 1_000, () => (this.#lateRequests -= 1))
  }

  /** No reply until the phone gives up by itself: the fault lasts as long. */
  #silence() {
    this.#lateRequests += 1
    this.#deps.clock.after(NOBODY_WAITS_MS, () => (this.#lateRequests -= 1))
  }

  readonly #failing: Readonly<Record<NetworkFault, (call: Call) => void>> = {
    'no network': ({ breakOff }) => void this.#deps.clock.after(this.#latency(), breakOff),
    'request swallowed': () => this.#silence(),
    'reply lost': (call) => this.#deliver(call, call.breakOff),
    'reply swallowed': (call) => {
      this.#silence()
      this.#deliver(call, () => {})
    },
    'request cut': (call) => {
      const { body } = call.request
      // Of an upload the server stores what has arrived. It takes half of any other request for none.
      if (!isUpload(call.request.path) || !(body instanceof Buffer))
        return this.#failing['no network'](call)
      const half = body.subarray(0, Math.ceil(body.length / 2))
      this.#deliver({ ...call, request: { ...call.request, body: half } }, call.breakOff)
    },
    'request late': (call) => {
      this.#silence()
      this.#deliverLate(call, between(this.#deps.random, 5_000, STRAYS_MS))
    },
    'request duplicated at once': (call) => {
      this.#deps.clock.after(this.#latency(), async () => {
        const first = this.#deps.server.take(call.request)
        // Two parts at once would reach the real disk in no fixed order, so the second waits for the first.
        if (isUpload(call.request.path)) await first
        const [, answer] = await Promise.all([first, this.#deps.server.take(call.request)])
        this.#deps.trace('server', answer.status, call.label, 'duplicated at once')
        this.#deps.clock.after(this.#latency(), () => call.answer(answer))
      })
    },
    'request duplicated later': (call) => {
      this.#deliver(call, call.answer)
      this.#deliverLate(call, between(this.#deps.random, 0, STRAYS_MS))
    },
    'status 500': (call) => this.#answerLater(call, ours(500, 'internal')),
    'status 503': (call) => this.#answerLater(call, ours(503, 'unavailable')),
    'status 503, retry later': (call) => this.#askToWait(call, ours(503, 'unavailable')),
    'status 429, retry later': (call) => this.#askToWait(call, ours(429, 'rate-limited')),
    'HTML 429, retry later': (call) => this.#askToWait(call, html(429)),
    'HTML 502': (call) => this.#answerLater(call, html(502)),
    'HTML 502 after commit': (call) => this.#deliver(call, () => call.answer(html(502))),
    'HTML 403': (call) => this.#answerLater(call, html(403)),
    'HTML 404': (call) => this.#answerLater(call, html(404)),
    'HTML 413': (call) => this.#answerLater(call, html(413)),
    'captive portal': (call) => this.#answerLater(call, html(200)),
    'captive portal, empty': (call) => this.#answerLater(call, { ...html(200), body: '' }),
    'cut JSON': (call) =>
      this.#deliver(call, (answer) => call.answer({ ...answer, body: answer.body.slice(0, -2) })),
    'duplicate in progress': (call) => this.#answerLater(call, ours(409, 'in-progress')),
    'session expired': (call) => {
      this.#deps.clock.after(this.#latency(), () => this.#deps.server.endSessions())
      this.#deliver(call, call.answer, 1_000)
    },
    'server dies before commit': (call) => {
      this.#deps.clock.after(this.#latency(), async () => {
        const answer = await this.#deps.server.takeAndDie(call.request)
        this.#deps.trace('server', 'dies', call.label, answer?.status ?? '')
        this.#deps.clock.after(this.#latency(), () =>
          answer ? call.answer(answer) : call.breakOff(),
        )
      })
    },
    'killed before the request': ({ tab }) => kill(tab),
    'killed while the request is away': (call) => {
      this.#deliver(call, () => {})
      this.#deps.clock.after(between(this.#deps.random, 0, 1_500), () => kill(call.tab))
    },
  }
}

/** A call for whole work has the ids of all its entries. */
const listKeys = ({ path, key, body }: ServerRequest): readonly (string | undefined)[] =>
  isWorkCall(path) ? listItemIds(body) : [key]

const isUpload = (path: string) => path.startsWith(`${UPLOADS_PATH}/`)
