import { createValueStore } from '../lib/value-store.ts'
import { wait } from '../lib/wait.ts'

export interface QueryState<T> {
  /** The newest answer; kept while it is asked for again, and when that fails. */
  readonly data: T | undefined
  /** How the newest fetch failed, once no attempt is left; stands until an answer comes. */
  readonly error: Error | null
  /** How the newest attempt failed, as long as its fetch goes on. */
  readonly failureReason: Error | null
  /** Attempts of the newest fetch that have failed. */
  readonly failureCount: number
  /** Not while an answer on the screen is only kept up to date: nobody waits for that. */
  readonly isFetching: boolean
}

export interface QueryOptions<T> {
  /** The same object for an answer that says the same, so that nothing is drawn again. */
  readonly fetch: (signal: AbortSignal) => Promise<T>
  /**
   * @param failures attempts that have failed so far, at least 1
   * @returns ms until the next attempt; undefined when there is none
   */
  readonly retryDelayMs?: (failures: number, error: Error) => number | undefined
  /** While a screen shows it and the page is visible, it is asked for again this often. */
  readonly refetchEveryMs?: number
  /** Whether it is asked for again at that time; always unless given. */
  readonly isRefetched?: (state: QueryState<T>) => boolean
  /** A younger answer is shown without asking again. 0 unless given. */
  readonly freshForMs?: number
  readonly onError?: (error: Error) => void
}

const NOT_ASKED: QueryState<never> = {
  data: undefined,
  error: null,
  failureReason: null,
  failureCount: 0,
  isFetching: false,
}

/** In the place of one that is not wanted now. */
export const noQuery: Pick<Query<never>, 'get' | 'subscribe'> = {
  get: () => NOT_ASKED,
  subscribe: () => () => undefined,
}

/** Who draws it is about to ask: a drawing that says so from the start is not drawn anew a moment later. */
const ABOUT_TO_BE_ASKED: QueryState<never> = { ...NOT_ASKED, isFetching: true }

/** From an answer that was fetched ahead until a slow phone has drawn the screen that shows it. */
const SOON_SHOWN_MS = 5_000

const stateKeys = Object.keys(NOT_ASKED) as (keyof typeof NOT_ASKED)[]

/**
 * An answer that screens show, as a store that React can subscribe to: fetched once for all who show it, and kept up to
 * date as long as one does.
 */
export class Query<T> {
  /** When the newest answer came, ms since 1970. Apart from the state, which an answer that says the same leaves alone. */
  readonly answeredAt = createValueStore<number | undefined>(undefined)
  readonly #options: QueryOptions<T>
  readonly #state = createValueStore<QueryState<T>>(ABOUT_TO_BE_ASKED)
  #running: AbortController | undefined
  #freshUntil = 0
  #soonShownUntil = 0
  #viewers = 0
  #stopFollowing: (() => void) | undefined

  constructor(options: QueryOptions<T>) {
    this.#options = options
  }

  readonly get = (): QueryState<T> => this.#state.get()

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#state.subscribe(listener)
    this.#viewers += 1
    // A second viewer, such as the button that asks again after a failure, asks for nothing by itself.
    if (this.#viewers === 1) {
      this.#stopFollowing = this.#follow()
      if (this.#isStale() && !this.#running && !this.#wasAskedAhead()) void this.#fetch()
    }
    return () => {
      unsubscribe()
      this.#viewers -= 1
      if (this.#viewers > 0) return
      this.#stopFollowing?.()
      // Nobody waits for it any more.
      this.#cancel()
    }
  }

  /** Asks if nobody has asked yet. Who begins to show it in the next moments takes the answer, or the failure, as it is. */
  prefetch(): void {
    const { data, error } = this.get()
    if (data === undefined && !error && !this.#running) void this.#fetchAhead()
  }

  async #fetchAhead(): Promise<void> {
    await this.#fetch()
    this.#soonShownUntil = Date.now() + SOON_SHOWN_MS
  }

  /** Not where what was asked ahead was given up. */
  #wasAskedAhead(): boolean {
    const { data, error } = this.get()
    return (data !== undefined || error !== null) && Date.now() < this.#soonShownUntil
  }

  /** Asks at once, in place of what is under way or waited for. */
  async refetch(): Promise<void> {
    await this.#fetch(true)
  }

  /** Asks again at once where it is shown, otherwise when it is shown next. */
  invalidate(): void {
    this.#freshUntil = 0
    this.#soonShownUntil = 0
    if (this.#viewers > 0) void this.#fetch()
  }

  /** What is known without asking; an answer that never came stays unknown. */
  update(change: (known: T) => T): void {
    const { data } = this.get()
    if (data !== undefined) this.#change({ data: change(data) })
  }

  async #fetch(isAwaited = this.get().data === undefined || this.get().isFetching): Promise<void> {
    this.#cancel()
    const own = new AbortController()
    this.#running = own
    if (isAwaited) this.#change({ isFetching: true, failureReason: null, failureCount: 0 })
    const end = await this.#attempts(own.signal)
    // Given up meanwhile: another fetch may be under way, which this one must not speak for.
    if (this.#running !== own) return
    this.#running = undefined
    if (!end.error) this.#freshUntil = Date.now() + (this.#options.freshForMs ?? 0)
    this.#change({ ...end, isFetching: false })
    if (end.error) this.#options.onError?.(end.error)
    else this.answeredAt.set(Date.now())
  }

  async #attempts(signal: AbortSignal): Promise<Partial<QueryState<T>>> {
    for (let failures = 1; ; failures++) {
      try {
        const data = await this.#options.fetch(signal)
        return { data, error: null, failureReason: null, failureCount: 0 }
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown))
        const delay = signal.aborted ? undefined : this.#options.retryDelayMs?.(failures, error)
        const failed = { failureReason: error, failureCount: failures }
        if (delay === undefined) return { ...failed, error }
        this.#change(failed)
        await wait(delay, signal).catch(() => undefined)
        if (signal.aborted) return {}
      }
    }
  }

  /** Asks again by the clock, and when the phone is looked at or finds a network again. */
  #follow(): () => void {
    const { refetchEveryMs, isRefetched = () => true } = this.#options
    const following = new AbortController()
    const refresh = (isDue: boolean) => {
      if (isDue && !this.#running && document.visibilityState === 'visible') void this.#fetch()
    }
    const wake = () => refresh(this.#isStale())
    document.addEventListener('visibilitychange', wake, following)
    window.addEventListener('online', wake, following)
    if (refetchEveryMs !== undefined) {
      const clock = setInterval(() => refresh(isRefetched(this.get())), refetchEveryMs)
      following.signal.addEventListener('abort', () => clearInterval(clock))
    }
    return () => following.abort()
  }

  #isStale(): boolean {
    return this.get().data === undefined || Date.now() >= this.#freshUntil
  }

  #cancel(): void {
    this.#running?.abort()
    if (this.#running) this.#change({ isFetching: false, failureCount: 0, failureReason: null })
    this.#running = undefined
  }

  #change(part: Partial<QueryState<T>>): void {
    const before = this.get()
    const after = { ...before, ...part }
    if (stateKeys.some((key) => after[key] !== before[key])) this.#state.set(after)
  }
}
