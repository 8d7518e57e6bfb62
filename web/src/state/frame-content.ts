/** Content that every screen can show. Code that is loaded after the first screen sets it. */
import type { ReactNode } from 'react'
import { createValueStore } from '../lib/value-store.ts'

/** The counters of unsent work in the top bar (components/outbox/outbox-counters.tsx). */
export const outboxStatus = createValueStore<ReactNode>(null)

/**
 * The offer of a newer version that is already on the phone and waits until the runner accepts it.
 * Only screens outside a visit show it, so that the app never reloads during a visit.
 */
export const updateOffer = createValueStore<ReactNode>(null)
