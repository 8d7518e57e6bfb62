import { createValueStore } from '../lib/value-store.ts'
import type { OutboxEntry } from './entry.ts'

/** The signed-in runner's unsent entries, oldest first. Apart from what sends them, which the first screen can do without. */
export const entries = createValueStore<readonly OutboxEntry[]>([])
