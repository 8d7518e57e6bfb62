/** The service worker of a phone: the browser starts it for a background sync, and ends it afterwards. */
import type { Outbox } from '../web/src/outbox/outbox.ts'
import type { VirtualClock } from './clock.ts'
import type { LoadedWorker } from './phone-apps.ts'
import { inTab, kill, type Tab } from './tab.ts'

interface WorkerDeps {
  /** Of the phone. */
  readonly name: string
  readonly loaded: LoadedWorker
  readonly clock: VirtualClock
  /** The open pages. */
  readonly listPages: () => readonly Tab[]
  /** A message of the worker has arrived at the page. */
  readonly onMessage: (page: Tab) => void
  readonly trace: (...parts: unknown[]) => void
}

/** As Chromium, which gives up then. */
const MOST_TRIES = 3
const TRIES_AGAIN_AFTER_MS = 5 * 60_000
/** After the start of the first one. */
export const LAST_TRY_AFTER_MS = (MOST_TRIES - 1) * TRIES_AGAIN_AFTER_MS

export class Worker {
  readonly #deps: WorkerDeps
  #count = 0
  #running: Tab | undefined

  constructor(deps: WorkerDeps) {
    this.#deps = deps
  }

  /** The network is back. A worker that runs already goes on. */
  sync(triesLeft = MOST_TRIES - 1): void {
    const { clock, trace } = this.#deps
    if (this.#running?.isAlive) return
    const one = this.#start()
    trace(one.name, 'starts')
    this.#send(one).then(
      () => this.#end(one, 'ends'),
      (error: unknown) => {
        this.#end(one, String(error))
        if (triesLeft > 0) clock.after(TRIES_AGAIN_AFTER_MS, () => this.sync(triesLeft - 1))
      },
    )
  }

  /** With new code, as after each start. */
  #send(one: Tab): Promise<void> {
    const { loaded, listPages, onMessage, clock } = this.#deps
    const toClient = (page: Tab) => ({
      visibilityState: page.isVisible ? ('visible' as const) : ('hidden' as const),
      postMessage: () => void clock.after(1, () => onMessage(page)),
    })
    return inTab(one, async () => {
      const send = loaded.app.createWorkerSender(async () => listPages().map(toClient))
      await send()
    })
  }

  #start(): Tab {
    this.#count += 1
    this.#running = {
      name: `${this.#deps.name}, worker ${this.#count}`,
      parts: this.#deps.loaded.parts,
      outbox: {} as Outbox,
      entries: [],
      isAlive: true,
      isShown: false,
      isVisible: false,
      isFrozen: false,
      held: [],
      onKilled: new Set(),
    }
    return this.#running
  }

  #end(one: Tab, how: string) {
    if (!one.isAlive) return
    this.#deps.trace(one.name, how)
    kill(one)
  }

  turnOff() {
    if (this.#running) kill(this.#running)
  }
}
