/** Makes one attempt at one entry: takes the lease, sends the steps one by one, and stores how the attempt ended. */
import { isSignedOut } from '../../api/failure.ts'
import {
  isSendFailure,
  type Attempt,
  type EntryStore,
  type NextStep,
  type OutboxDeps,
  type SendFailure,
  type Transport,
} from '../deps.ts'
import { isOnItsWay } from '../entries.ts'
import { isBeforeOrder, type OutboxEntry } from '../entry.ts'
import { isLeasedBy, findLeaseEnd, withLease, withoutLease, type Sender } from './lease.ts'
import { decideRetry } from './retry-policy.ts'

export interface ExecutorDeps extends Sender {
  readonly changeEntry: EntryStore['changeEntry']
  /** Records that no step of the entry is left, then removes it from the outbox. */
  readonly markReceived: (entry: OutboxEntry) => Promise<void>
  readonly nextStep: Transport['nextStep']
  /** Whether the entry's runner is still signed in: a pass may last longer than a session (ruling 7). */
  readonly maySend: (entry: OutboxEntry) => Promise<boolean>
  readonly random: OutboxDeps['random']
}

/** How much of an entry is sent: its records only, or its photos as well. */
export type EntryPart = 'records' | 'all'

export async function attempt(
  { id }: OutboxEntry,
  part: EntryPart,
  deps: ExecutorDeps,
): Promise<Attempt> {
  let entry = await deps.changeEntry(id, (stored) => claim(stored, deps))
  if (entry?.state === 'held') return { kind: 'held', entry }
  try {
    while (entry && isLeasedBy(entry, deps.sender)) {
      const step = deps.nextStep(entry)
      if (!step) {
        await deps.markReceived(entry)
        return { kind: 'received', entry }
      }
      if (step.isPhotoStep && part === 'records') return await release(id, 'records-sent', deps)
      if (!(await deps.maySend(entry))) return await release(id, 'other-runner', deps)
      entry = await runStep(id, step, deps)
    }
    return { kind: 'lease-lost' }
  } catch (error) {
    if (!isSendFailure(error)) throw error
    return storeFailure(id, error, deps)
  }
}

function claim(stored: OutboxEntry, deps: ExecutorDeps): OutboxEntry | undefined {
  if (!isOnItsWay(stored) || findLeaseEnd(stored, deps) !== undefined) return undefined
  // A sender that has ended may have made this order. The next press sends it again, under the same key.
  if (stored.state === 'sending' && isBeforeOrder(stored)) return withoutLease(stored, 'held')
  return withLease(stored, deps)
}

async function release<TKind extends 'records-sent' | 'other-runner'>(
  id: string,
  kind: TKind,
  { changeEntry, sender }: ExecutorDeps,
): Promise<{ readonly kind: TKind }> {
  await changeEntry(id, (stored) =>
    isLeasedBy(stored, sender) ? withoutLease(stored, 'waiting') : undefined,
  )
  return { kind }
}

/** @returns the entry as it is stored then; undefined when it is gone or another sender has it */
async function runStep(
  id: string,
  step: NextStep,
  deps: ExecutorDeps,
): Promise<OutboxEntry | undefined> {
  const result = await step.run(() => renewLease(id, deps))
  if (result.kind === 'lease-lost') return undefined
  return deps.changeEntry(id, (stored) => {
    // The acknowledgement is stored even if another sender has the lease now. Then this sender stops.
    const done = [...new Set([...stored.done, ...result.done])]
    const entry: OutboxEntry = { ...stored, ...result.learned, done }
    return isLeasedBy(stored, deps.sender) ? withLease(entry, deps) : entry
  })
}

async function renewLease(id: string, deps: ExecutorDeps): Promise<boolean> {
  const renewed = await deps.changeEntry(id, (stored) =>
    isLeasedBy(stored, deps.sender) ? withLease(stored, deps) : undefined,
  )
  return renewed !== undefined
}

async function storeFailure(
  id: string,
  failure: SendFailure,
  { changeEntry, sender, now, random }: ExecutorDeps,
): Promise<Attempt> {
  const entry = await changeEntry(id, (stored) => {
    if (!isLeasedBy(stored, sender)) return undefined
    const changes = decideRetry(stored, failure, now(), random)
    return { ...withoutLease(stored, changes.state), ...changes }
  })
  if (!entry) return { kind: 'lease-lost' }
  if (isSignedOut(failure)) return { kind: 'signed-out', entry, failure }
  return { kind: entry.state === 'refused' ? 'refused' : 'failed', entry, failure }
}
