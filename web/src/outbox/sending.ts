import type { PhoneWrite } from '../storage/write-phone.ts'
import { backoffMs, LONGEST_WAIT_MS } from './backoff.ts'
import type { Deal } from './deal-store.ts'
import { isDealEntry, type OutboxEntry } from './entry.ts'
import { createPassLoop } from './pass-loop.ts'
import type { Outcome, SenderDeps } from './attempt.ts'
import { sendDue, type PassResult } from './sender.ts'
import type { NextStep } from './steps.ts'

interface OutboxStore {
  readonly listEntries: (owner: string) => Promise<OutboxEntry[]>
  readonly readEntry: (id: string) => Promise<OutboxEntry | undefined>
  readonly putEntry: (entry: OutboxEntry, ...more: readonly PhoneWrite[]) => Promise<void>
  /** Reads and writes in one transaction; see {@link import('./idb-store.ts').changeEntry}. */
  readonly changeEntry: (
    id: string,
    change: (entry: OutboxEntry) => OutboxEntry | undefined,
  ) => Promise<OutboxEntry | undefined>
  readonly removeEntry: (id: string) => Promise<void>
  readonly storeDealOnce: (deal: Deal, entry: OutboxEntry | undefined) => Promise<Deal>
  readonly changeDeal: (visitId: string, change: (deal: Deal) => Deal) => Promise<void>
  readonly acceptOrder: (entry: OutboxEntry) => Promise<void>
}

export interface OutboxDeps {
  readonly store: OutboxStore
  readonly nextStep: (entry: OutboxEntry) => NextStep | undefined
  /** Who sends: this tab, the same across its reloads, and no other. */
  readonly by: string
  /** Whose work is sent; undefined while nobody is signed in. */
  readonly owner: () => string | undefined | Promise<string | undefined>
  /**
   * Runs a pass while no other tab does, or, where the browser cannot tell (`isOnly` is false), beside others: the
   * lease of each entry keeps them apart then.
   */
  readonly alone: <TResult>(pass: (isOnly: boolean) => Promise<TResult>) => Promise<TResult>
  readonly now: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Runs something once after so many ms. @returns how to call it off */
  readonly after: (ms: number, run: () => void) => () => void
  /** The signed-in runner's unsent entries have changed. */
  readonly onEntries: (entries: readonly OutboxEntry[]) => void
  /** The office asks for the code again. */
  readonly onSignedOut: () => void
  /** Tells the other tabs how an attempt ended, or (undefined) only that the outbox has changed. */
  readonly tell: (outcome: Outcome | undefined) => void
  /** A pass has left work that should go out also when no page is open. */
  readonly onLeft: () => void
}

/** The sending half: one pass after another for as long as something is due, and the count on the screen kept true. */
export function createSending(deps: OutboxDeps) {
  const { now, random, tell } = deps
  const passListeners = new Set<() => Promise<void>>()
  const news = createNews(deps)
  const sender = senderOf(deps, news.listOwn, async (outcome) => {
    tell(outcome)
    await news.hear(outcome)
  })
  let networkFailures = 0
  const call = createCall()
  const requestPass = createPassLoop({ pass, now, after: deps.after })

  async function pass() {
    const { stoppedBy, nextAttemptAt = Infinity } = await sendOnce()
    networkFailures = stoppedBy === 'network' ? networkFailures + 1 : 0
    // Not past what is due before: a link that takes no photo may well take a record.
    const networkWait = networkFailures > 0 ? backoffMs(networkFailures, random()) : Infinity
    // A tab that died may have left work, and told nobody.
    return Math.min(nextAttemptAt, now() + Math.min(networkWait, LONGEST_WAIT_MS))
  }

  async function sendOnce(): Promise<PassResult> {
    const result = await deps.alone((isOnly) =>
      sendDue({ ...sender, isOnly, isWoken: call.take() }),
    )
    if (result.stoppedBy === 'signed-out') deps.onSignedOut()
    await news.publish()
    for (const listener of passListeners) await listener()
    if (result.stoppedBy === 'network' || result.nextAttemptAt !== undefined) deps.onLeft()
    return result
  }

  async function sendNow() {
    tell(undefined)
    await news.publish()
    requestPass()
  }

  async function wake() {
    networkFailures = 0
    call.make()
    await news.publish()
    requestPass()
  }

  return { ...news, onPass: listenTo(passListeners), sendNow, sendOnce, wake }
}

/** That something is back, for the first pass that hears it; a start is one, too. */
function createCall() {
  let isMade = true
  return {
    make() {
      isMade = true
    },
    take(): boolean {
      const wasMade = isMade
      isMade = false
      return wasMade
    },
  }
}

/** What is heard of the outbox, from this tab and from others. */
function createNews({ owner, store, onEntries }: OutboxDeps) {
  const listeners = new Set<(outcome: Outcome) => void>()

  async function listOwn(): Promise<OutboxEntry[]> {
    const whose = await owner()
    return whose === undefined ? [] : store.listEntries(whose)
  }

  async function publish() {
    onEntries(await listOwn())
  }

  async function hear(outcome: Outcome | undefined) {
    if (outcome) for (const listener of listeners) listener(outcome)
    await publish()
  }

  return { onOutcome: listenTo(listeners), hear, publish, listOwn }
}

/** @returns takes a listener and returns how to stop */
function listenTo<TListener>(listeners: Set<TListener>): (listener: TListener) => () => void {
  return (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
}

function senderOf(
  deps: OutboxDeps,
  list: SenderDeps['store']['list'],
  onOutcome: SenderDeps['onOutcome'],
): Omit<SenderDeps, 'isOnly'> {
  const { store, nextStep, owner, by, now, random } = deps
  return {
    store: {
      list,
      change: store.changeEntry,
      accept: (entry) => acceptEntry(entry, deps),
    },
    nextStep,
    maySend: async (entry) => entry.owner === (await owner()),
    by,
    now,
    random,
    onOutcome,
  }
}

async function acceptEntry(entry: OutboxEntry, { store, now }: OutboxDeps): Promise<void> {
  const { visitId, work, differences } = entry
  // A plain portal has the cash payment's order, but nothing at all of a settlement.
  const isReceived = isDealEntry(entry) && !(work.kind === 'settlement' && entry.staysHere)
  // Recorded first: a phone that dies between the two finds every step done and only records it again.
  if (visitId && isReceived)
    await store.changeDeal(visitId, (deal) => ({
      ...deal,
      receivedAt: now(),
      ...(differences && { differences }),
    }))
  await (work.kind === 'single-order' ? store.acceptOrder(entry) : store.removeEntry(entry.id))
}
