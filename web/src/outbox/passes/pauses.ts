import { isBeforeOrder, type EntryHead } from '../entry.ts'
import { findPauseEnd } from './retry-policy.ts'

/**
 * The times before which nothing of a kind is sent. When the server asks one entry to wait, it means all calls of the
 * runner: it has too many calls, or no free space. Uploads of photos have a limit of their own, which must not delay a
 * record. The call with the addresses of photos counts among the records.
 */
export interface Pauses {
  /** Notes until when the entry waits. */
  readonly note: (entry: EntryHead) => void
  /** @returns before when the next step of the entry is not sent; now if nothing delays it */
  readonly endFor: (entry: EntryHead) => number
}

interface PauseDeps {
  readonly nextStep: (entry: EntryHead) => { readonly isUpload?: boolean } | undefined
  readonly now: () => number
}

/** @param all the entries of the pass */
export function createPauses(all: readonly EntryHead[], { nextStep, now }: PauseDeps): Pauses {
  const ends = { records: now(), photos: now() }
  const kindOf = (entry: EntryHead) => (nextStep(entry)?.isUpload ? 'photos' : 'records')
  function note(entry: EntryHead): void {
    const kind = kindOf(entry)
    ends[kind] = Math.max(ends[kind], findPauseEnd(entry, now()))
  }
  for (const entry of all) note(entry)
  return {
    note,
    // The runner presses a button for a single order and waits for its answer, so it is always sent.
    endFor: (entry) => (isBeforeOrder(entry) ? now() : ends[kindOf(entry)]),
  }
}
