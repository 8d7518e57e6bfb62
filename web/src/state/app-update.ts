import type { ReactNode } from 'react'
import { createValueStore } from '../lib/value-store.ts'

/**
 * The offer of a newer version that is already on the phone and waits until the runner accepts it.
 * Only screens outside a visit show it, so that the app never reloads during a visit.
 */
export const updateOffer = createValueStore<ReactNode>(null)
