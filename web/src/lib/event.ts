/** Something that happens again and again, beside `value-store` for what lasts. */
export interface Event<T> {
  readonly publish: (what: T) => void
  /** @returns how to stop listening */
  readonly subscribe: (listener: (what: T) => void) => () => void
}

export function createEvent<T>(): Event<T> {
  const listeners = new Set<(what: T) => void>()
  return {
    publish(what) {
      for (const listener of listeners) listener(what)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
