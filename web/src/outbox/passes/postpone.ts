/** What a pass does with entries that it does not attempt, because of an earlier failure. */
import { inSlices } from '../../lib/in-slices.ts'
import type { EntryStore, Outcome, PassResult } from '../deps.ts'
import { isOnItsWay } from '../entries.ts'
import { isBeforeOrder, type EntryHead, type OutboxEntry } from '../entry.ts'
import { MOST_ENTRIES } from './batch-size.ts'
import { findLeaseEnd, withoutLease, type Sender } from './lease.ts'

/** The new states of entries, by id. */
export type Postponed = Map<string, OutboxEntry['state']>

interface PostponeDeps extends Sender {
  readonly changeEntries: EntryStore['changeEntries']
  readonly onOutcome: (outcome: Outcome) => void | Promise<void>
}

export async function postpone(
  entry: EntryHead,
  { stoppedBy, postponed }: Pick<PassResult, 'stoppedBy'> & { readonly postponed: Postponed },
  deps: PostponeDeps,
): Promise<void> {
  if (isBeforeOrder(entry)) {
    // The screen waits for the first attempt. The outcome `held` ends its wait, and the next press starts an attempt.
    const [held] = await changeFree([entry.id], () => 'held', deps)
    if (held) await deps.onOutcome({ kind: 'held', entry: held })
    return
  }
  const state = stoppedBy === 'signed-out' ? 'needs-sign-in' : 'waiting'
  // Without network the phone does not know whether the sign-in is still needed, so the state stays.
  if (stoppedBy !== 'network' && entry.state !== state) postponed.set(entry.id, state)
}

export async function storePostponed(postponed: Postponed, deps: PostponeDeps): Promise<void> {
  const stateOf = ({ id, state }: OutboxEntry) => postponed.get(id) ?? state
  for (const ids of inSlices([...postponed.keys()], MOST_ENTRIES))
    await changeFree(ids, stateOf, deps)
}

/** Changes the states of entries that no other sender has. */
const changeFree = (
  ids: readonly string[],
  stateOf: (stored: OutboxEntry) => OutboxEntry['state'],
  deps: PostponeDeps,
) =>
  deps.changeEntries(ids, (stored) => {
    const isFree = isOnItsWay(stored) && findLeaseEnd(stored, deps) === undefined
    return isFree ? withoutLease(stored, stateOf(stored)) : undefined
  })
