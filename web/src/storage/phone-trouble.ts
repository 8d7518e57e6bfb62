import { createValueStore } from '../lib/value-store.ts'

/**
 * Why this phone cannot keep what is being done: no room left, or a database that does not open. The deal's screens say
 * it before and while there is something to lose.
 */
export const phoneTrouble = createValueStore<'full' | 'broken' | undefined>(undefined)
