import type { ReactNode } from 'react'
import { createValueStore } from '../lib/value-store.ts'

/** What the top bar shows of unsent work; components/outbox/outbox-counters.tsx sets it after the first screen. */
export const outboxStatus = createValueStore<ReactNode>(null)
