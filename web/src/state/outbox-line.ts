import type { ReactNode } from 'react'
import { createValueStore } from '../lib/value-store.ts'

/** What the top bar says of unsent work; drawn by what works behind the screens (components/outbox-counters.tsx). */
export const outboxLine = createValueStore<ReactNode>(null)
