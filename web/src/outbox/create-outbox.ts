/**
 * What an outbox does, whoever runs it: a page, a second tab, the service worker, or a test that makes everything
 * around it fail. Everything it touches is handed to it.
 */
import type { PhoneWrite } from '../storage/write-phone.ts'
import type { Deal } from './deal-store.ts'
import type { OutboxEntry } from './entry.ts'
import { isOnItsWay } from './on-its-way.ts'
import type { Outcome } from './attempt.ts'
import type { PassResult } from './sender.ts'
import { createSending, type OutboxDeps } from './sending.ts'

export interface Outbox {
  /** Hears how each attempt ended. @returns how to stop */
  readonly onOutcome: (listener: (outcome: Outcome) => void) => () => void
  /** Completes a deal: stores it once with the entry that sends it (none for a demo deal), then starts sending. */
  readonly completeDeal: (deal: Deal, entry: OutboxEntry | undefined) => Promise<Deal>
  /** Stores an entry, with what belongs to it, in one transaction; resolves when it is on the disk. */
  readonly enqueue: (entry: OutboxEntry, ...more: readonly PhoneWrite[]) => Promise<void>
  /** As `enqueue`, then waits for what becomes of it first. Never rejects for what the network did. */
  readonly enqueueAndTry: (entry: OutboxEntry, ...more: readonly PhoneWrite[]) => Promise<Outcome>
  /** As `resume`, then waits as `enqueueAndTry` does; an entry that is on its way already is only waited for. */
  readonly resumeAndTry: (entry: OutboxEntry) => Promise<Outcome>
  /** Withdraws an entry that nobody was told is done, such as a held single order. */
  readonly withdraw: (entryId: string) => Promise<void>
  /** Puts a refused or held entry back in the queue. */
  readonly resume: (entryId: string) => Promise<void>
  /** The network, the screen or the runner is back: what waits is sent now. */
  readonly wake: () => Promise<void>
  /** One pass, waited for, and none after it: for a service worker, which the browser stops at any time. */
  readonly sendOnce: () => Promise<PassResult>
  /** What another tab tells: how its attempt ended, or (undefined) that the outbox has changed. */
  readonly hear: (outcome: Outcome | undefined) => Promise<void>
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { store, now } = deps
  const sending = createSending(deps)
  const { publish, sendNow } = sending

  async function completeDeal(deal: Deal, entry: OutboxEntry | undefined) {
    const stored = await store.storeDealOnce(deal, entry && (await inTurn(entry, store)))
    await sendNow()
    return stored
  }

  async function enqueue(entry: OutboxEntry, ...more: readonly PhoneWrite[]) {
    await store.putEntry(await inTurn(entry, store), ...more)
    await sendNow()
  }

  const startThenHear = (entry: OutboxEntry, start: () => Promise<void>) =>
    outcomeOf(entry, start, sending, store)

  async function withdraw(entryId: string) {
    await store.removeEntry(entryId)
    deps.tell(undefined)
    await publish()
  }

  async function resume(entryId: string) {
    // Unless another tab has taken it up already.
    await store.changeEntry(entryId, (entry) => {
      const { refusal: _, ...rest } = entry
      return isOnItsWay(entry) ? undefined : { ...rest, state: 'waiting', nextAttemptAt: now() }
    })
    await sendNow()
  }

  return {
    ...sending,
    completeDeal,
    enqueue,
    enqueueAndTry: (entry, ...more) => startThenHear(entry, () => enqueue(entry, ...more)),
    resumeAndTry: (entry) => startThenHear(entry, () => resume(entry.id)),
    withdraw,
    resume,
  }
}

/** Work is sent in the order in which it was done, also when the phone's clock was set back in between. */
async function inTurn(
  entry: OutboxEntry,
  { listEntries }: OutboxDeps['store'],
): Promise<OutboxEntry> {
  const before = await listEntries(entry.owner)
  const latest = before.at(-1)?.createdAt ?? 0
  const isNew = before.every(({ id }) => id !== entry.id)
  return isNew && entry.createdAt <= latest ? { ...entry, createdAt: latest + 1 } : entry
}

/** Nobody waits for ever: what another tab did without a word is seen in the entry after the next pass. */
async function outcomeOf(
  entry: OutboxEntry,
  start: () => Promise<void>,
  { onOutcome, onPass }: Pick<ReturnType<typeof createSending>, 'onOutcome' | 'onPass'>,
  { readEntry }: OutboxDeps['store'],
): Promise<Outcome> {
  let isStarted = false
  const outcome = new Promise<Outcome>((resolve) => {
    const settle = (how: Outcome) => {
      for (const stop of stops) stop()
      resolve(how)
    }
    const stops = [
      onOutcome((one) => {
        if (one.entry.id === entry.id) settle(one)
      }),
      onPass(async () => {
        // A pass of before has nothing to say of it.
        if (!isStarted) return
        const stored = await readEntry(entry.id)
        if (!stored) settle({ kind: 'accepted', entry })
        else if (!isOnItsWay(stored)) settle({ kind: 'postponed', entry: stored })
      }),
    ]
  })
  await start()
  isStarted = true
  return outcome
}
