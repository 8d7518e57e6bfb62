import { useSyncExternalStore } from 'react'
import type { ValueStore } from './value-store.ts'

export function useValue<T>(store: ValueStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
