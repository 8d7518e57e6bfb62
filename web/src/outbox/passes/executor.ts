/** Makes one attempt at one entry: takes the lease, sends the steps one by one, and stores how the attempt ended. */
import { isSignedOut } from '../../api/failure.ts'
import {
  isSendFailure,
  type Epoch,
  OtherRunner,
  type Acknowledged,
  type Attempt,
  type EntryStore,
  type NextStep,
  type OutboxDeps,
  type SendFailure,
  type SendTogether,
  type Transport,
} from '../deps.ts'
import { isOnItsWay } from '../entries.ts'
import { isBeforeOrder, type EntryHead, type OutboxEntry } from '../entry.ts'
import type { BatchSize } from './batch-size.ts'
import { isLeasedBy, findLeaseEnd, withLease, withoutLease, type Sender } from './lease.ts'
import { decideRetry } from './retry-policy.ts'

export interface ExecutorDeps extends Sender {
  readonly changeEntries: EntryStore['changeEntries']
  /** Records that no step of the entries is left, and removes them from the outbox. */
  readonly markReceived: (entries: readonly OutboxEntry[]) => Promise<void>
  readonly nextStep: Transport['nextStep']
  /** Reads again who is signed in: a pass may last longer than a session (ruling 7). */
  readonly refreshSession: () => Promise<void>
  /** Of the database, as the phone knew it when the pass began. */
  readonly epoch?: Epoch
  /** Before when the next step of an entry is not sent, because the server has asked to wait. */
  readonly pauses?: { readonly endFor: (entry: EntryHead) => number }
  /** Called when the server has recorded a step, or stored a part of a photo. */
  readonly noteAnswer?: () => void
  /** Whether the entry's runner is signed in. */
  readonly isOwn: (entry: EntryHead) => boolean
  readonly random: OutboxDeps['random']
}

/** For an attempt at several entries in one call (batch.ts). */
export interface BatchDeps extends ExecutorDeps {
  readonly together: SendTogether
  readonly batchSize: BatchSize
  /** Begins what is done while the call is on its way. The caller waits for its end. */
  readonly meanwhile: () => void
}

/** A call that has ended. */
export interface SentBatch {
  /** The entries that did not fit into the call. */
  readonly unsent: readonly EntryHead[]
  /** Whether the server has the records of all others: then the next call may begin before they are stored as sent. */
  readonly isRecorded: boolean
  /** Stores the results. To be called once. */
  readonly store: () => Promise<ReadonlyMap<string, Attempt>>
}

/** How much of an entry is sent: its records only, or its photos as well. */
export type EntryPart = 'records' | 'all'

export async function attempt(
  { id }: EntryHead,
  part: EntryPart,
  deps: ExecutorDeps,
): Promise<Attempt> {
  const take = (stored: OutboxEntry) => claim(stored, deps)
  let entry = await changeOne(id, take, deps, { isLease: true })
  if (entry?.state === 'held') return { kind: 'held', entry }
  try {
    while (entry && isLeasedBy(entry, deps.sender)) {
      if (isOfOtherEpoch(entry, deps)) return await release(id, 'other-epoch', deps)
      const step = deps.nextStep(entry)
      if (!step) {
        await deps.markReceived([entry])
        return { kind: 'received', entry }
      }
      if (step.isPhotoStep && part === 'records') return await release(id, 'records-sent', deps)
      if (step.isPhotoStep && isPaused(entry, deps)) return await release(id, 'not-due', deps)
      await deps.refreshSession()
      requireOwner(entry, deps)
      entry = await runStep(entry, step, deps)
    }
    return { kind: 'lease-lost' }
  } catch (error) {
    if (error instanceof OtherRunner) return release(id, 'other-runner', deps)
    if (!isSendFailure(error)) throw error
    return storeFailure(id, error, deps)
  }
}

/** After the photos of an entry comes the call with their addresses, which can have to wait when the photos had not. */
const isPaused = (entry: EntryHead, { pauses, now }: ExecutorDeps): boolean =>
  pauses !== undefined && pauses.endFor(entry) > now()

async function changeOne(
  id: string,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
  { changeEntries }: Pick<ExecutorDeps, 'changeEntries'>,
  options?: { readonly isLease: boolean },
): Promise<OutboxEntry | undefined> {
  const [changed] = await changeEntries([id], change, options)
  return changed
}

/** Throws OtherRunner. Nothing waits between this and the call, which names the runner who is signed in. */
export function requireOwner(entry: EntryHead, { isOwn }: Pick<ExecutorDeps, 'isOwn'>): void {
  if (!isOwn(entry)) throw new OtherRunner()
}

/** @returns undefined when the entry cannot be taken now */
export function claim(stored: OutboxEntry, deps: ExecutorDeps): OutboxEntry | undefined {
  if (!isOnItsWay(stored) || findLeaseEnd(stored, deps) !== undefined) return undefined
  // A sender that has ended may have made this order. The next press sends it again, under the same key.
  if (stored.state === 'sending' && isBeforeOrder(stored)) return withoutLease(stored, 'held')
  return withLease(stored, deps)
}

/** The server may have lost what it acknowledged: the phone compares before it continues the entry. */
export const isOfOtherEpoch = ({ epoch }: EntryHead, deps: Pick<ExecutorDeps, 'epoch'>) =>
  epoch !== undefined && deps.epoch !== undefined && epoch !== deps.epoch

async function release<TKind extends 'records-sent' | 'not-due' | 'other-runner' | 'other-epoch'>(
  id: string,
  kind: TKind,
  deps: ExecutorDeps,
): Promise<{ readonly kind: TKind }> {
  const options = { isLease: true }
  await changeOne(id, (stored) => toReleased(stored, deps), deps, options)
  return { kind }
}

export const toReleased = (
  stored: OutboxEntry,
  { sender }: Pick<Sender, 'sender'>,
): OutboxEntry | undefined =>
  isLeasedBy(stored, sender) ? withoutLease(stored, 'waiting') : undefined

/** @returns the entry as it is stored then; undefined when it is gone or another sender has it */
async function runStep(
  entry: OutboxEntry,
  step: NextStep,
  deps: ExecutorDeps,
): Promise<OutboxEntry | undefined> {
  const result = await step.run(entry, {
    renewLease: () => renewLease(entry.id, deps),
    requireOwner: () => requireOwner(entry, deps),
    noteAnswer: () => deps.noteAnswer?.(),
    epoch: deps.epoch,
  })
  if (result.kind === 'lease-lost') return undefined
  deps.noteAnswer?.()
  const change = (stored: OutboxEntry) => {
    const acknowledged = withAcknowledged(stored, result)
    return isLeasedBy(stored, deps.sender) ? withLease(acknowledged, deps) : acknowledged
  }
  return changeOne(entry.id, change, deps)
}

/** The acknowledgement is stored even if another sender has the lease now. Then this sender stops. */
export const withAcknowledged = (
  stored: OutboxEntry,
  { learned, done }: Pick<Acknowledged, 'learned' | 'done'>,
): OutboxEntry => ({ ...stored, ...learned, done: [...new Set([...stored.done, ...done])] })

async function renewLease(id: string, deps: ExecutorDeps): Promise<boolean> {
  const renew = (stored: OutboxEntry) =>
    isLeasedBy(stored, deps.sender) ? withLease(stored, deps) : undefined
  return (await changeOne(id, renew, deps, { isLease: true })) !== undefined
}

async function storeFailure(
  id: string,
  failure: SendFailure,
  deps: ExecutorDeps,
): Promise<Attempt> {
  return toFailed(
    await changeOne(id, (stored) => withFailure(stored, failure, deps), deps),
    failure,
  )
}

/** @returns undefined when another sender has the entry */
export function withFailure(
  stored: OutboxEntry,
  failure: SendFailure,
  { sender, now, random }: Pick<ExecutorDeps, 'sender' | 'now' | 'random'>,
): OutboxEntry | undefined {
  if (!isLeasedBy(stored, sender)) return undefined
  const changes = decideRetry(stored, failure, now(), random)
  return { ...withoutLease(stored, changes.state), ...changes }
}

/** @param entry as it was stored after the failure; undefined when another sender has it */
export function toFailed(entry: OutboxEntry | undefined, failure: SendFailure): Attempt {
  if (!entry) return { kind: 'lease-lost' }
  if (isSignedOut(failure)) return { kind: 'signed-out', entry, failure }
  return { kind: entry.state === 'refused' ? 'refused' : 'failed', entry, failure }
}
