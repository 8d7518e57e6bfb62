import { useSyncExternalStore } from 'react'
import type { ValueStore } from './value-store.ts'

export function useValue<T>(store: Pick<ValueStore<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
