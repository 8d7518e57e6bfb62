interface Waiting {
  start(): void
  refuse(): void
}

export interface FairTurnsSettings {
  /** How many run at the same time. */
  readonly atOnce: number
  /** How many of a runner may wait. */
  readonly mostPerRunner: number
  /** How many may wait in all. */
  readonly most: number
  /** The error for work that cannot wait. */
  readonly refusal: () => Error
}

/**
 * Runs a few works at a time. The runners who wait have their turns one after the other, so that a runner with much work
 * delays each other runner by one work. When too many wait, the runner with the most waiting loses the newest one to a
 * runner with fewer. `TOwner`: the id of a runner, or what stands for one before a sign-in.
 */
export class FairTurns<TOwner = number> {
  readonly #settings: FairTurnsSettings
  /** By runner; the first runner has the next turn. */
  readonly #waiting = new Map<TOwner, Waiting[]>()
  #running = 0

  constructor(settings: FairTurnsSettings) {
    this.#settings = settings
  }

  /** Throws the refusal when the work cannot wait. */
  async take<T>(owner: TOwner, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#settings.atOnce) this.#running += 1
    // When a work ends, `#startNext` gives its place to one that waits, so the count stays the same.
    else await this.#wait(owner)
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  #wait(owner: TOwner): Promise<void> {
    const { mostPerRunner, refusal } = this.#settings
    const own = this.#waiting.get(owner) ?? []
    if (own.length >= mostPerRunner || !this.#hasPlaceFor(own.length)) throw refusal()
    return new Promise((resolve, reject) => {
      own.push({ start: resolve, refuse: () => reject(refusal()) })
      this.#waiting.set(owner, own)
    })
  }

  #hasPlaceFor(own: number): boolean {
    const queues = [...this.#waiting.values()]
    if (queues.reduce((sum, queue) => sum + queue.length, 0) < this.#settings.most) return true
    const longest = queues.reduce((one, other) => (other.length > one.length ? other : one), [])
    if (longest.length <= own + 1) return false
    longest.pop()?.refuse()
    return true
  }

  #startNext(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running -= 1
      return
    }
    const [owner, queue] = next
    this.#waiting.delete(owner)
    const first = queue.shift()
    // Behind the other runners.
    if (queue.length > 0) this.#waiting.set(owner, queue)
    first?.start()
  }
}
