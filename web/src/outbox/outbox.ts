/**
 * The one way out of the phone: every write is stored here first and sent from here (ruling 22).
 * What is stored survives reloads, dead batteries and logouts; it leaves only when the office has it.
 */
import type { PhoneWrite } from '../lib/database.ts'
import { owner, session, signInNeeded } from '../state/session.ts'
import { backoffMs } from './backoff.ts'
import { changeDeal, mirrorRecord, storeDealOnce, type Deal } from './deal-store.ts'
import type { OutboxEntry, WorkKind } from './entry.ts'
import { entries } from './entries.ts'
import { listEntries, putEntry, readEntry, removeEntry } from './idb-store.ts'
import { sendDue, type Outcome, type SenderDeps } from './sender.ts'
import { reportProblem } from '../lib/report.ts'

type OutcomeListener = (outcome: Outcome) => void
const outcomeListeners = new Set<OutcomeListener>()

export function onOutcome(listener: OutcomeListener): () => void {
  outcomeListeners.add(listener)
  return () => outcomeListeners.delete(listener)
}

const sender: SenderDeps = {
  store: {
    list: () => listEntries(owner()),
    save: (entry) => putEntry(entry),
    accept: acceptEntry,
  },
  maySend: (entry) => entry.owner === owner(),
  now: Date.now,
  random: Math.random,
  onOutcome(outcome) {
    for (const listener of outcomeListeners) listener(outcome)
  },
}

const DEAL_KINDS: ReadonlySet<WorkKind> = new Set(['cash-payment', 'settlement'])

async function acceptEntry(entry: OutboxEntry): Promise<void> {
  const { visitId, work } = entry
  // A plain portal has the cash payment's order, but nothing at all of a settlement.
  const isReceived = DEAL_KINDS.has(work.kind) && !(work.kind === 'settlement' && entry.staysHere)
  // Recorded first: a phone that dies between the two finds every step done and only records it again.
  if (visitId && isReceived)
    await changeDeal(visitId, (deal) => ({ ...deal, receivedAt: Date.now() }))
  await removeEntry(entry.id)
}

/** Completes a deal: stores it once with the entry that sends it (none for a demo deal), then starts sending. */
export async function completeDeal(deal: Deal, entry: OutboxEntry | undefined): Promise<Deal> {
  const stored = await storeDealOnce(deal, entry)
  mirrorRecord(stored)
  await refreshEntries()
  requestPass()
  return stored
}

/** Stores an entry, with what belongs to it, in one transaction; resolves when it is on the disk. */
export async function enqueue(entry: OutboxEntry, ...more: readonly PhoneWrite[]): Promise<void> {
  await putEntry(entry, ...more)
  await refreshEntries()
  requestPass()
}

/** As {@link enqueue}, then waits for what becomes of it first. Never rejects for what the network did. */
export async function enqueueAndTry(
  entry: OutboxEntry,
  ...more: readonly PhoneWrite[]
): Promise<Outcome> {
  const outcome = nextOutcome(entry.id)
  await enqueue(entry, ...more)
  return outcome
}

function nextOutcome(entryId: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const stop = onOutcome((outcome) => {
      if (outcome.entry.id !== entryId) return
      stop()
      resolve(outcome)
    })
  })
}

/** Withdraws an entry that nobody was told is done, such as a held single order. */
export async function withdraw(entryId: string): Promise<void> {
  await removeEntry(entryId)
  await refreshEntries()
}

/** Puts a refused or held entry back in the queue. */
export async function resume(entryId: string): Promise<void> {
  const entry = await readEntry(entryId)
  if (!entry) return
  const { refusal: _, ...rest } = entry
  await enqueue({ ...rest, state: 'waiting', nextAttemptAt: Date.now() })
}

async function refreshEntries(): Promise<void> {
  entries.set(session.get() ? await listEntries(owner()) : [])
}

let running: Promise<void> | undefined
let isPassWanted = false
let timer: ReturnType<typeof setTimeout> | undefined
let networkFailures = 0

/** Asks for a pass over the outbox; passes never overlap, in this tab or another. */
function requestPass(): void {
  isPassWanted = true
  running ??= runPasses()
    .catch((error: unknown) => {
      // A bug in one pass must not stop the next: say it and try again later.
      reportProblem('Outbox pass failed', error)
      schedulePass(Date.now() + backoffMs(1, 0))
    })
    .finally(() => {
      running = undefined
    })
}

async function runPasses(): Promise<void> {
  while (isPassWanted) {
    isPassWanted = false
    if (session.get() === undefined) return
    // One sender across tabs; a dead tab's lock is released by the browser.
    const result = navigator.locks
      ? await navigator.locks.request('veni-outbox', () => sendDue(sender))
      : await sendDue(sender)
    if (result.stoppedBy === 'signed-out') signInNeeded.set(true)
    networkFailures = result.stoppedBy === 'network' ? networkFailures + 1 : 0
    const retryAt =
      result.stoppedBy === 'network'
        ? Date.now() + backoffMs(networkFailures, Math.random())
        : result.nextAttemptAt
    schedulePass(retryAt)
    await refreshEntries()
  }
}

function schedulePass(at: number | undefined): void {
  clearTimeout(timer)
  if (at !== undefined) timer = setTimeout(requestPass, Math.max(0, at - Date.now()))
}

/** Starts sending: now, when the network or the screen comes back, and after each sign-in. */
export function startOutbox(): void {
  const wake = () => {
    networkFailures = 0
    requestPass()
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  session.subscribe(() => void refreshEntries().then(wake))
  void refreshEntries().then(wake)
}
