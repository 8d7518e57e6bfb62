import type { ReactNode } from 'react'
import { createValueStore } from '../lib/value-store.ts'

/**
 * The offer of a newer version of the app, whole on the phone, that waits until the runner lets it take over. Shown on
 * the screens between two visits: nothing is offered, and nothing reloads, in the middle of one.
 */
export const updateOffer = createValueStore<ReactNode>(null)
