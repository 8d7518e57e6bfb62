/**
 * The one way by which writes leave the phone. A page, the service worker and the simulation use the same code and pass
 * in what it needs ({@link OutboxDeps}).
 */
import type { StorageWrite } from '../storage/phone-storage.ts'
import type { Deal } from '@veni/domain/deal'
import {
  OtherRunner,
  type EntryStore,
  type Epoch,
  type OutboxDeps,
  type Outcome,
  type PassResult,
  type Transport,
} from './deps.ts'
import type { EntryHead, OutboxEntry } from './entry.ts'
import { createEntryActions } from './entry-actions.ts'
import { reportProblem } from '../lib/report.ts'
import { createOutcomes, type Outcomes } from './outcomes.ts'
import { attemptTogether } from './passes/batch.ts'
import { createBatchSize } from './passes/batch-size.ts'
import { createReconciliationRuns } from './reconciliation/runs.ts'
import { sendDue } from './passes/pass.ts'
import { createScheduler } from './passes/scheduler.ts'
import { createShownEntries, type ShownEntries } from './shown-entries.ts'

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
  /** The server has answered a screen. With a weak signal the browser often does not report that the network is back. */
  readonly noteAnswer: () => void
  /** One pass, and none after it: for a service worker, which the browser stops at any time. */
  readonly sendOnce: () => Promise<PassResult>
  /** Compares what was sent with what our server has, if that is due after a pass. @returns whether there is something to send now */
  readonly reconcileAfter: (result: PassResult) => Promise<boolean>
  /** Receives what another tab published: an outcome, or undefined when only the outbox has changed. Never rejects. */
  readonly receive: (outcome: Outcome | undefined) => Promise<void>
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { storage, clock, random } = deps
  const shown = createShownEntries(deps)
  const outcomes = createOutcomes({ ...deps, readEntry: storage.readEntry, shown })
  const passes = createPasses(deps, outcomes, shown)
  const { requestPass, resetBackoff, noteAnswer } = createScheduler({ runPass, clock, random })
  const reconciler = createReconciler(deps, { onOutcome: outcomes.onOutcome, passes, requestPass })

  async function runPass(isInterrupted: () => boolean) {
    const result = await passes.run(isInterrupted)
    // A slow answer must not hold up the next pass.
    void reconcileAndSend(result)
    return result
  }

  async function reconcileAndSend(result: PassResult) {
    try {
      if (await reconciler.runAfter(result)) await wake()
    } catch (error) {
      reportProblem('Sent work not compared', error)
    }
  }

  async function wake() {
    resetBackoff()
    passes.ignoreWaits()
    await shown.readList().catch(reportUnread)
    requestPass()
  }

  const actions = createEntryActions({ ...deps, shown, requestPass })

  return {
    ...actions,
    onOutcome: outcomes.onOutcome,
    enqueueAndTry: (entry, ...more) =>
      outcomes.waitForFirst(entry, () => actions.enqueue(entry, ...more)),
    resumeAndTry: (entry) => outcomes.waitForFirst(entry, () => actions.resume(entry.id)),
    uploadPhoto: deps.transport.uploadPhoto,
    wake,
    noteAnswer,
    sendOnce: () => passes.run(() => false),
    reconcileAfter: (result) => reconciler.runAfter(result),
    receive: (outcome) => outcomes.receive(outcome).catch(reportUnread),
  }
}

/** The database may not be open. A pass is tried again, and shows what it finds. */
const reportUnread = (error: unknown) => reportProblem('Unsent work not read', error)

interface ReconcilerParts {
  readonly onOutcome: Outcomes['onOutcome']
  readonly passes: ReturnType<typeof createPasses>
  readonly requestPass: () => void
}

function createReconciler(
  { reconciliation, session, clock }: OutboxDeps,
  { onOutcome, passes, requestPass }: ReconcilerParts,
) {
  const { reconcile } = reconciliation
  const runs = createReconciliationRuns({ reconcile, clock, session, onAgain: () => requestPass() })
  onOutcome((outcome) => isForReport(outcome) && runs.noteDue())
  return {
    async runAfter({ stoppedBy }: PassResult): Promise<boolean> {
      // Without a network, or a session, it would fail as well.
      if (stoppedBy === 'network' || stoppedBy === 'signed-out') return false
      if (stoppedBy === 'epoch-ended') runs.noteDue()
      await session.refresh()
      const owner = session.owner()
      const requireOwner = async () => {
        await session.refresh()
        if (session.owner() !== owner) throw new OtherRunner()
      }
      const hasMore =
        owner !== undefined &&
        (await runs.runIfDue({ owner, signIn: session.current() }, requireOwner))
      // What waits was refused only because it came before the comparison.
      if (hasMore) passes.ignoreWaits()
      return hasMore
    },
  }
}

/** What is received is compared, and the office is to know of what cannot be sent: the phone may be lost next. */
const isForReport = ({ kind, entry }: Outcome): boolean =>
  kind === 'received' || kind === 'refused' || (kind === 'failed' && entry.attempts === 1)

function createPasses(deps: OutboxDeps, outcomes: Outcomes, shown: ShownEntries) {
  const { session } = deps
  const batchSize = createBatchSize()
  // The start of a sender ignores all waits, as the return of the network does.
  let isWoken = true

  function ignoreWaits() {
    isWoken = true
  }

  async function run(isInterrupted: () => boolean): Promise<PassResult> {
    let signIn: unknown
    // Restored entries must be sent in their order, and what the server has must not be sent again.
    await deps.storage.whenListsComplete()
    const result = await deps.lock(async (isOnly) => {
      // Before the entries are listed: what the phone sends again in this epoch must be in the list.
      const epoch = await readOwnEpoch(deps)
      const pass = { isOnly, isWoken, isInterrupted, batchSize, epoch, onOutcome: outcomes.publish }
      isWoken = false
      signIn = session.current()
      return sendDue({ ...pass, ...createPassDeps(deps, shown) })
    })
    const { stoppedBy, nextAttemptAt } = result
    if (stoppedBy === 'signed-out' && session.current() === signIn) session.onSignedOut()
    await outcomes.notifyPassEnd()
    if (stoppedBy === 'network' || nextAttemptAt !== undefined) deps.onWorkLeft()
    return result
  }

  return { run, ignoreWaits }
}

async function readOwnEpoch({ session, reconciliation }: OutboxDeps): Promise<Epoch> {
  await session.refresh()
  const owner = session.owner()
  return owner === undefined ? undefined : reconciliation.readEpoch(owner)
}

/** What a pass stores is shown, too. */
function createPassDeps(deps: OutboxDeps, shown: ShownEntries) {
  const { session, storage, transport, reconciliation, clock, random, sender } = deps
  return {
    listEntries: shown.readList,
    findUnsentSettlements: storage.findUnsentSettlements,
    changeEntries: async (...[ids, change, options]: Parameters<EntryStore['changeEntries']>) => {
      const changed = await storage.changeEntries(ids, change, options)
      if (!options?.isLease) shown.change(changed)
      return changed
    },
    markReceived: async (entries: readonly OutboxEntry[]) => {
      await reconciliation.storeSent(entries, clock.now())
      await storage.storeReceived(entries, clock.now())
      shown.remove(entries.map(({ id }) => id))
    },
    nextStep: transport.nextStep,
    together: transport.together,
    attemptTogether,
    refreshSession: session.refresh,
    isOwn: (entry: EntryHead) => entry.owner === session.owner(),
    sender,
    now: clock.now,
    random,
  }
}
