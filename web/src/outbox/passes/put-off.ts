/** Work that is put off, such as the storing of results until the next call is on its way. */
export interface PutOff {
  /** Only after the work before has ended. */
  readonly set: (work: () => Promise<void>) => void
  /** Does the work, once. Each caller waits for its end, and rejects if it fails. */
  readonly run: () => Promise<void>
}

export function createPutOff(): PutOff {
  let begin: (() => Promise<void>) | undefined
  let running = Promise.resolve()
  return {
    set(work) {
      begin = work
    },
    run() {
      const work = begin
      begin = undefined
      if (!work) return running
      running = work()
      // Whoever began it may wait for something else first.
      running.catch(() => {})
      return running
    },
  }
}
