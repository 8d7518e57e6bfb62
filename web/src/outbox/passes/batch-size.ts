/**
 * How much one call sends. On a weak connection a large call would reach its time limit each time, so a
 * sender begins with little, and doubles it while calls are fast.
 */
import { MAX_WORK_BYTES, MOST_WORK_ITEMS } from '@veni/domain/api/work'

export const MOST_ENTRIES = MOST_WORK_ITEMS
/** The rest of the body is the list around the items. */
const MOST_BYTES = MAX_WORK_BYTES - 1024
const FIRST_BYTES = 16 * 1024
const LEAST_BYTES = 2 * 1024
const FAST_MS = 2_000
/** A third of the time limit of a call. */
const SLOW_MS = 5_000

export type BatchSize = ReturnType<typeof createBatchSize>

export function createBatchSize() {
  let bytes = FIRST_BYTES
  let entries = MOST_ENTRIES
  const grow = (factor: number) => {
    bytes = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, bytes * factor))
  }
  return {
    /** An entry that is larger has a call of its own. */
    bytes: () => bytes,
    /** No more are read for a call, because they would not fit. */
    entries: () => entries,
    noteTaken(count: number, isFull: boolean) {
      entries = Math.min(MOST_ENTRIES, Math.max(1, 2 * (isFull ? count : entries)))
    },
    /** How a call ended: after so many ms, or with a failure. */
    note({ ms, failure }: { readonly ms?: number; readonly failure?: { readonly kind: string } }) {
      if (failure?.kind === 'network' || failure?.kind === 'timeout') grow(1 / 2)
      else if (ms !== undefined && ms > SLOW_MS) grow(1 / 2)
      else if (ms !== undefined && ms < FAST_MS) grow(2)
    },
  }
}
