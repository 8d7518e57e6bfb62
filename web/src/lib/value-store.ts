/** The smallest store that React can subscribe to; transitions live in plain functions beside it. */
export interface ValueStore<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  /** @returns how to stop listening */
  readonly subscribe: (listener: () => void) => () => void
}

export function createValueStore<T>(initial: T): ValueStore<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
