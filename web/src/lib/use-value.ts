import { useSyncExternalStore } from 'react'
import type { Readable } from './value-store.ts'

/** The value of a store. In its own file, because the service worker uses stores without React. */
export function useValue<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
