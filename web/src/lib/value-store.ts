/** A value that React can subscribe to. Plain functions beside the store change it. */
export interface ValueStore<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  /** @returns a function that ends the subscription */
  readonly subscribe: (listener: () => void) => () => void
}

/** A store that can be read and subscribed to, but not set. */
export type Readable<T> = Pick<ValueStore<T>, 'get' | 'subscribe'>

/** A part of a store. A component that subscribes to it renders again only when the part changes. */
export const partOf = <T, P>(store: Readable<T>, pick: (value: T) => P): Readable<P> => ({
  get: () => pick(store.get()),
  subscribe: store.subscribe,
})

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

/** Something that happens and has no current value; a {@link ValueStore} has one. */
export interface Event<T, TResult = void> {
  /** @returns what the listeners returned */
  readonly publish: (what: T) => TResult[]
  /** @returns a function that ends the subscription */
  readonly subscribe: (listener: (what: T) => TResult) => () => void
}

export function createEvent<T, TResult = void>(): Event<T, TResult> {
  const listeners = new Set<(what: T) => TResult>()
  return {
    publish: (what) => [...listeners].map((listener) => listener(what)),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
