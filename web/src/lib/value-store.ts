/** The smallest store that React can subscribe to; transitions live in plain functions beside it. */
export interface ValueStore<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  /** @returns how to stop listening */
  readonly subscribe: (listener: () => void) => () => void
}

/** What can be asked and listened to. */
export type Readable<T> = Pick<ValueStore<T>, 'get' | 'subscribe'>

/** A part of a store: whoever listens to it is drawn again only when the part has changed. */
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
