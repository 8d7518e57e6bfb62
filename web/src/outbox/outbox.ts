/**
 * The one way by which writes leave the phone, the same for a page, the service worker and the simulation. Everything
 * that it touches is passed in ({@link OutboxDeps}).
 */
import type { StorageWrite } from '../storage/phone-storage.ts'
import type { Deal } from '@veni/domain/deal'
import type { OutboxDeps, Outcome, PassResult, Transport } from './deps.ts'
import { isOnItsWay } from './entries.ts'
import { isDealEntry, type OutboxEntry } from './entry.ts'
import { sendDue } from './passes/pass.ts'
import { createScheduler } from './passes/scheduler.ts'

export interface Outbox {
  /** Receives how each attempt ended. @returns stops it */
  readonly onOutcome: (listener: (outcome: Outcome) => void) => () => void
  /** Stores a deal once, with the entry that sends it (none for a demo deal), then starts sending. */
  readonly completeDeal: (deal: Deal, entry: OutboxEntry | undefined) => Promise<Deal>
  /** Stores an entry and further rows in one transaction; resolves when it is on the disk. */
  readonly enqueue: (entry: OutboxEntry, ...more: readonly StorageWrite[]) => Promise<void>
  /** As `enqueue`, then waits for the entry's first outcome. Does not reject because of the network. */
  readonly enqueueAndTry: (entry: OutboxEntry, ...more: readonly StorageWrite[]) => Promise<Outcome>
  /** As `resume`, then waits as `enqueueAndTry` does; an entry that is on its way is only waited for. */
  readonly resumeAndTry: (entry: OutboxEntry) => Promise<Outcome>
  /** Removes an entry that no screen has shown as done, such as a held single order. */
  readonly withdraw: (entryId: string) => Promise<void>
  /** Sends a refused or held entry again. */
  readonly resume: (entryId: string) => Promise<void>
  readonly uploadPhoto: Transport['uploadPhoto']
  /** The network, the screen or the runner is back: everything that waits is sent now. */
  readonly wake: () => Promise<void>
  /** One pass, and none after it: for a service worker, which the browser stops at any time. */
  readonly sendOnce: () => Promise<PassResult>
  /** Takes what another tab published: an outcome, or (undefined) that the outbox has changed. */
  readonly receive: (outcome: Outcome | undefined) => Promise<void>
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { storage, clock, random } = deps
  const listeners = createListeners(deps)
  const passes = createPasses(deps, listeners)
  const scheduler = createScheduler({ runPass: passes.sendOnce, clock, random })

  async function sendNow() {
    deps.publish(undefined)
    await showEntries(deps)
    scheduler.requestPass()
  }

  async function wake() {
    scheduler.resetBackoff()
    passes.ignoreWaits()
    await showEntries(deps)
    scheduler.requestPass()
  }

  const actions = entryActions(deps, sendNow)
  const startAndWait = (entry: OutboxEntry, start: () => Promise<void>) =>
    firstOutcome(entry, start, listeners, storage)

  return {
    ...actions,
    onOutcome: listeners.onOutcome,
    enqueueAndTry: (entry, ...more) => startAndWait(entry, () => actions.enqueue(entry, ...more)),
    resumeAndTry: (entry) => startAndWait(entry, () => actions.resume(entry.id)),
    uploadPhoto: deps.transport.uploadPhoto,
    wake,
    sendOnce: passes.sendOnce,
    receive: listeners.receive,
  }
}

type Listeners = ReturnType<typeof createListeners>

/** Who receives outcomes, of this tab and of others, and who waits for the end of a pass. */
function createListeners(deps: OutboxDeps) {
  const outcomes = new Set<(outcome: Outcome) => void>()
  const passEnds = new Set<() => Promise<void>>()

  async function receive(outcome: Outcome | undefined) {
    if (outcome) for (const listener of outcomes) listener(outcome)
    await showEntries(deps)
  }

  return {
    onOutcome: (listener: (outcome: Outcome) => void) => listenTo(outcomes, listener),
    onPassEnd: (listener: () => Promise<void>) => listenTo(passEnds, listener),
    receive,
    publish: (outcome: Outcome) => {
      deps.publish(outcome)
      return receive(outcome)
    },
    notifyPassEnd: async () => {
      for (const listener of passEnds) await listener()
    },
  }
}

/** @returns stops it */
function listenTo<TListener>(listeners: Set<TListener>, listener: TListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function createPasses(deps: OutboxDeps, listeners: Listeners) {
  const { session } = deps
  // The start of a tab ignores all waits, as the return of the network does.
  let isWoken = true

  function ignoreWaits() {
    isWoken = true
  }

  async function sendOnce(): Promise<PassResult> {
    let signIn: unknown
    // Restored entries keep their place in the order, and what the server has is not sent again.
    await deps.storage.whenRestored()
    const { stoppedBy, nextAttemptAt } = await deps.lock((isOnly) => {
      const pass = passDeps(deps, { isOnly, isWoken }, listeners.publish)
      isWoken = false
      signIn = session.current()
      return sendDue(pass)
    })
    if (stoppedBy === 'signed-out' && session.current() === signIn) session.onSignedOut()
    await showEntries(deps)
    await listeners.notifyPassEnd()
    if (stoppedBy === 'network' || nextAttemptAt !== undefined) deps.onWorkLeft()
    return { stoppedBy, nextAttemptAt }
  }

  return { sendOnce, ignoreWaits }
}

async function ownEntries({ session, storage }: OutboxDeps): Promise<OutboxEntry[]> {
  await session.refresh()
  const owner = session.owner()
  return owner === undefined ? [] : storage.listEntries(owner)
}

async function showEntries(deps: OutboxDeps): Promise<void> {
  deps.onEntries(await ownEntries(deps))
}

function passDeps(
  deps: OutboxDeps,
  pass: { readonly isOnly: boolean; readonly isWoken: boolean },
  onOutcome: (outcome: Outcome) => Promise<void>,
) {
  const { session, storage, transport, clock, random, sender } = deps
  return {
    ...pass,
    listEntries: () => ownEntries(deps),
    changeEntry: storage.changeEntry,
    markReceived: (entry: OutboxEntry) => markReceived(entry, deps),
    nextStep: transport.nextStep,
    async maySend(entry: OutboxEntry) {
      await session.refresh()
      return entry.owner === session.owner()
    },
    sender,
    now: clock.now,
    random,
    onOutcome,
  }
}

async function markReceived(entry: OutboxEntry, { storage, clock }: OutboxDeps): Promise<void> {
  const { visitId, work, differences } = entry
  // A plain portal has the order of a cash payment, but no part of a settlement.
  const isReceived = isDealEntry(entry) && !(work.kind === 'settlement' && entry.staysHere)
  // First the deal: a phone that dies between the two finds all steps done and only records it again.
  if (visitId && isReceived)
    await storage.changeDeal(visitId, (deal) => ({
      ...deal,
      receivedAt: clock.now(),
      ...(differences && { differences }),
    }))
  await (work.kind === 'single-order'
    ? storage.storeReceivedOrder(entry)
    : storage.deleteEntry(entry.id))
}

/** What screens do with entries. */
function entryActions(deps: OutboxDeps, sendNow: () => Promise<void>) {
  const { storage, clock } = deps
  return {
    async completeDeal(deal: Deal, entry: OutboxEntry | undefined) {
      const stored = await storage.storeDealOnce(deal, entry && (await afterEarlier(entry, deps)))
      await sendNow()
      return stored
    },
    async enqueue(entry: OutboxEntry, ...more: readonly StorageWrite[]) {
      await storage.storeEntry(await afterEarlier(entry, deps), ...more)
      await sendNow()
    },
    async withdraw(entryId: string) {
      await storage.deleteEntry(entryId)
      deps.publish(undefined)
      await showEntries(deps)
    },
    async resume(entryId: string) {
      // Another tab may have resumed it already.
      await storage.changeEntry(entryId, (entry) => {
        const { refusal: _, ...rest } = entry
        const nextAttemptAt = clock.now()
        return isOnItsWay(entry) ? undefined : { ...rest, state: 'waiting', nextAttemptAt }
      })
      await sendNow()
    },
  }
}

/** Work is sent in the order in which it was done, also when the phone's clock was set back in between. */
async function afterEarlier(entry: OutboxEntry, { storage }: OutboxDeps): Promise<OutboxEntry> {
  const earlier = await storage.listEntries(entry.owner)
  const latest = earlier.at(-1)?.createdAt ?? 0
  const isNew = earlier.every(({ id }) => id !== entry.id)
  return isNew && entry.createdAt <= latest ? { ...entry, createdAt: latest + 1 } : entry
}

/** What another tab did without publishing it is read from the entry after the next pass. */
async function firstOutcome(
  entry: OutboxEntry,
  start: () => Promise<void>,
  { onOutcome, onPassEnd }: Listeners,
  { readEntry }: OutboxDeps['storage'],
): Promise<Outcome> {
  let isStarted = false
  const first = new Promise<Outcome>((resolve) => {
    const settle = (outcome: Outcome) => {
      for (const stop of stops) stop()
      resolve(outcome)
    }
    const stops = [
      onOutcome((outcome) => {
        if (outcome.entry.id === entry.id) settle(outcome)
      }),
      onPassEnd(async () => {
        // A pass that ended earlier says nothing about this entry.
        if (!isStarted) return
        const stored = await readEntry(entry.id)
        if (!stored) settle({ kind: 'received', entry })
        else if (!isOnItsWay(stored)) settle({ kind: 'held', entry: stored })
      }),
    ]
  })
  await start()
  isStarted = true
  return first
}
