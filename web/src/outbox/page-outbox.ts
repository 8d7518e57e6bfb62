/** The outbox of this page: composes it, and starts it. Screens and features send through the functions below. */
import { randomId } from '../lib/random-id.ts'
import { reportProblem } from '../lib/report.ts'
import { askForSignIn, owner, session } from '../state/session.ts'
import { storage } from '../storage/phone-storage.ts'
import { openOutboxChannel, SYNC_TAG, WAKE_MESSAGE } from './channel.ts'
import { mirrorRecord } from './stores/deal-store.ts'
import { entries, isOnItsWay } from './entries.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { storeLostDeals } from './stores/lost-deals.ts'
import { lockPass, phoneDeps } from './phone-deps.ts'
import { storeMissingSettings, storeSenderSettings } from './sender-settings.ts'

let current: (() => Outbox) | undefined

/** Replaces the outbox of this page: in the simulation each tab has its own. */
export function provideOutbox(find: () => Outbox): void {
  current = find
}

function outbox(): Outbox {
  if (!current) {
    const composed = composeOutbox()
    current = () => composed
  }
  return current()
}

function composeOutbox(): Outbox {
  const { publish } = openOutboxChannel((outcome) => void composed.receive(outcome))
  const composed = createOutbox({
    ...phoneDeps,
    lock: lockPass,
    session: {
      refresh: storeMissingSettings,
      owner: () => (session.get() ? owner() : undefined),
      current: session.get,
      onSignedOut: askForSignIn,
    },
    sender: takeTabIdentity(),
    publish,
    onEntries: entries.set,
    onWorkLeft: () => void registerSync(),
  })
  return composed
}

export const onOutcome: Outbox['onOutcome'] = (listener) => outbox().onOutcome(listener)
export const enqueue: Outbox['enqueue'] = (...work) => outbox().enqueue(...work)
export const enqueueAndTry: Outbox['enqueueAndTry'] = (...work) => outbox().enqueueAndTry(...work)
export const resumeAndTry: Outbox['resumeAndTry'] = (entry) => outbox().resumeAndTry(entry)
export const withdraw: Outbox['withdraw'] = (entryId) => outbox().withdraw(entryId)
export const resume: Outbox['resume'] = (entryId) => outbox().resume(entryId)
export const uploadPhoto: Outbox['uploadPhoto'] = (id) => outbox().uploadPhoto(id)
export const noteAnswer: Outbox['noteAnswer'] = () => outbox().noteAnswer()

export const enqueueDeal: Outbox['enqueueDeal'] = async (deal, entry) => {
  const stored = await outbox().enqueueDeal(deal, entry)
  mirrorRecord(stored)
  return stored
}

/** Starts sending: now, when the network or the screen comes back, and after each sign-in. */
export function startOutbox(): void {
  const wake = () => void outbox().wake()
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
    else if (entries.get().some(isOnItsWay)) void registerSyncAgain()
  })
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data === WAKE_MESSAGE) wake()
  })
  session.subscribe(wake)
  session.subscribe(storeSettings)
  storeSettings()
  wake()
  wakeAfterRestore()
}

/**
 * A pass before the end of the restore did not see the restored rows. Another tab may have restored them: then `count` is
 * 0, and only `isLate` shows that a pass may have missed some.
 */
export function wakeAfterRestore(): void {
  const wake = () => void outbox().wake()
  storage.onRestored('outbox', async ({ count, isLate }) => {
    if (count > 0) await storeLostDeals()
    if (count > 0 || isLate) wake()
  })
}

function storeSettings(): void {
  storeSenderSettings().catch((error: unknown) => reportProblem('Settings not stored', error))
}

/** Background Sync is in no standard yet, and only in some browsers. */
interface SyncRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

let isSyncRegistered = false

/**
 * Asks the browser to wake the service worker when there is a network. It asks once while the page is visible: a
 * browser with a network wakes the worker at once, and would otherwise call a server that is down without end.
 */
async function registerSync(): Promise<void> {
  if (isSyncRegistered) return
  isSyncRegistered = true
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await (registration as SyncRegistration | undefined)?.sync?.register(SYNC_TAG)
  } catch (error) {
    // The runner may have switched it off; the work is sent when the app is opened.
    reportProblem('No sending in the background', error)
  }
}

/** The page is left: the browser may have used up the registration while the page was open. */
async function registerSyncAgain(): Promise<void> {
  isSyncRegistered = false
  await registerSync()
}

const IDENTITY_KEY = 'outboxTab'

/**
 * The name of this tab in leases, the same after a reload. It is stored only when the page is left, so that a duplicate
 * of the tab, which starts with a copy of its session storage, gets another name.
 */
function takeTabIdentity(): string {
  const identity = sessionStorage.getItem(IDENTITY_KEY) ?? randomId()
  const clear = () => sessionStorage.removeItem(IDENTITY_KEY)
  clear()
  window.addEventListener('pagehide', () => sessionStorage.setItem(IDENTITY_KEY, identity))
  window.addEventListener('pageshow', clear)
  return identity
}
