/**
 * The one way by which writes leave the phone. A page, the service worker and the simulation use the same code and pass
 * in what it needs ({@link OutboxDeps}).
 */
import type { StorageWrite } from '../storage/phone-storage.ts'
import type { Deal } from '@veni/domain/deal'
import type { OutboxDeps, Outcome, PassResult, Transport } from './deps.ts'
import { isDealEntry, type OutboxEntry } from './entry.ts'
import { createEntryActions } from './entry-actions.ts'
import { createOutcomes, type Outcomes } from './outcomes.ts'
import { sendDue } from './passes/pass.ts'
import { createScheduler } from './passes/scheduler.ts'

export interface Outbox {
  /** Receives how each attempt ended. @returns stops it */
  readonly onOutcome: (listener: (outcome: Outcome) => void) => () => void
  /** Stores a deal once, with the entry that sends it (none for a demo deal), then starts sending. */
  readonly enqueueDeal: (deal: Deal, entry: OutboxEntry | undefined) => Promise<Deal>
  /** Stores an entry and further rows in one transaction; resolves when it is on the disk. */
  readonly enqueue: (entry: OutboxEntry, ...more: readonly StorageWrite[]) => Promise<void>
  /** As `enqueue`, then waits for the entry's first outcome. Does not reject because of the network. */
  readonly enqueueAndTry: (entry: OutboxEntry, ...more: readonly StorageWrite[]) => Promise<Outcome>
  /** As `resume`, then waits as `enqueueAndTry` does; for an entry that is on its way it only waits. */
  readonly resumeAndTry: (entry: OutboxEntry) => Promise<Outcome>
  /** Removes an entry that no screen has shown as done, such as a held single order. */
  readonly withdraw: (entryId: string) => Promise<void>
  /** Sends a refused or held entry again. */
  readonly resume: (entryId: string) => Promise<void>
  readonly uploadPhoto: Transport['uploadPhoto']
  /**
   * There is a network again, the page is visible again, or the runner has signed in: what waits is sent now, except
   * what the server has asked to send later.
   */
  readonly wake: () => Promise<void>
  /** One pass, and none after it: for a service worker, which the browser stops at any time. */
  readonly sendOnce: () => Promise<PassResult>
  /** Receives what another tab published: an outcome, or undefined when only the outbox has changed. */
  readonly receive: (outcome: Outcome | undefined) => Promise<void>
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { storage, clock, random } = deps
  const showEntries = async () => deps.onEntries(await listOwnEntries(deps))
  const outcomes = createOutcomes({ ...storage, publish: deps.publish, showEntries })
  const passes = createPasses(deps, outcomes, showEntries)
  const scheduler = createScheduler({ runPass: passes.sendOnce, clock, random })

  async function showAndSend() {
    await showEntries()
    scheduler.requestPass()
  }

  async function wake() {
    scheduler.resetBackoff()
    passes.ignoreWaits()
    await showAndSend()
  }

  const actions = createEntryActions({ ...deps, showEntries, showAndSend })

  return {
    ...actions,
    onOutcome: outcomes.onOutcome,
    enqueueAndTry: (entry, ...more) =>
      outcomes.waitForFirst(entry, () => actions.enqueue(entry, ...more)),
    resumeAndTry: (entry) => outcomes.waitForFirst(entry, () => actions.resume(entry.id)),
    uploadPhoto: deps.transport.uploadPhoto,
    wake,
    sendOnce: passes.sendOnce,
    receive: outcomes.receive,
  }
}

function createPasses(deps: OutboxDeps, outcomes: Outcomes, showEntries: () => Promise<void>) {
  const { session } = deps
  // The start of a sender ignores all waits, as the return of the network does.
  let isWoken = true

  function ignoreWaits() {
    isWoken = true
  }

  async function sendOnce(): Promise<PassResult> {
    let signIn: unknown
    // Restored entries must be sent in their order, and what the server has must not be sent again.
    await deps.storage.whenListsComplete()
    const { stoppedBy, nextAttemptAt } = await deps.lock((isOnly) => {
      const pass = createPassDeps(deps, { isOnly, isWoken }, outcomes.publish)
      isWoken = false
      signIn = session.current()
      return sendDue(pass)
    })
    if (stoppedBy === 'signed-out' && session.current() === signIn) session.onSignedOut()
    await showEntries()
    await outcomes.notifyPassEnd()
    if (stoppedBy === 'network' || nextAttemptAt !== undefined) deps.onWorkLeft()
    return { stoppedBy, nextAttemptAt }
  }

  return { sendOnce, ignoreWaits }
}

async function listOwnEntries({ session, storage }: OutboxDeps): Promise<OutboxEntry[]> {
  await session.refresh()
  const owner = session.owner()
  return owner === undefined ? [] : storage.listEntries(owner)
}

function createPassDeps(
  deps: OutboxDeps,
  pass: { readonly isOnly: boolean; readonly isWoken: boolean },
  onOutcome: (outcome: Outcome) => Promise<void>,
) {
  const { session, storage, transport, clock, random, sender } = deps
  return {
    ...pass,
    listEntries: () => listOwnEntries(deps),
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
  // A plain portal has the order of a cash payment. It has nothing of a settlement, which therefore is not received.
  const isReceived = isDealEntry(entry) && !(work.kind === 'settlement' && entry.staysHere)
  // The deal comes first: if the phone dies before the second write, the next pass repeats both.
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
