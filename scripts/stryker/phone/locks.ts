/** Web Locks in one process: each lock is granted in the order of the requests. */
interface Options {
  readonly signal?: AbortSignal
  readonly ifAvailable?: boolean
}

type Work = (lock: { readonly name: string } | null) => unknown

export class MemoryLocks {
  readonly #ends = new Map<string, Promise<unknown>>()
  /** How many have each lock or wait for it. */
  readonly #counts = new Map<string, number>()

  request(name: string, ...given: readonly [Work] | readonly [Options, Work]): Promise<unknown> {
    const [options, work]: readonly [Options, Work] = given.length === 1 ? [{}, ...given] : given
    const { signal, ifAvailable = false } = options
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    if (ifAvailable && this.#countOf(name) > 0) return Promise.resolve(work(null))
    return this.#enqueue(name, work, signal)
  }

  query() {
    const names = (least: number) =>
      [...this.#counts].flatMap(([name, count]) => (count >= least ? [{ name }] : []))
    return Promise.resolve({ held: names(1), pending: names(2) })
  }

  #countOf(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  #enqueue(name: string, work: Work, signal: AbortSignal | undefined): Promise<unknown> {
    let isBegun = false
    const result = (this.#ends.get(name) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted()
      isBegun = true
      return work({ name })
    })
    this.#counts.set(name, this.#countOf(name) + 1)
    const end = result.catch(() => {}).then(() => this.#counts.set(name, this.#countOf(name) - 1))
    this.#ends.set(name, end)
    if (!signal) return result
    const aborted = new Promise((_, reject) => {
      signal.addEventListener('abort', () => isBegun || reject(signal.reason as Error))
    })
    return Promise.race([result, aborted])
  }
}
