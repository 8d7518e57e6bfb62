import { useSyncExternalStore } from 'react'
import type { Readable } from './value-store.ts'

export function useValue<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
