/**
 * The one way out of the phone: every write is stored here first and sent from here (ruling 22).
 * What is stored survives reloads, dead batteries and logouts; it leaves only when the office has it.
 */
import { reportProblem } from '../lib/report.ts'
import { owner, session, signInNeeded } from '../state/session.ts'
import { registerSync, registerSyncAnew, WAKE_MESSAGE } from './background-sync.ts'
import { createOutbox } from './create-outbox.ts'
import { mirrorRecord, type Deal } from './deal-store.ts'
import type { OutboxEntry } from './entry.ts'
import { entries } from './entries.ts'
import { isOnItsWay } from './on-its-way.ts'
import { openOutboxChannel } from './outbox-channel.ts'
import { phoneStore, sendAlone } from './phone-store.ts'
import { keepSenderSettings } from './sender-settings.ts'
import { countRestored, restoreWork } from '../storage/restore-work.ts'
import { nextStep } from './steps.ts'
import { takeTabIdentity } from './tab-identity.ts'

const { tell } = openOutboxChannel((outcome) => void outbox.hear(outcome))

/** Whose pass it is: one that began before the code was entered is told of a sign-in that is needed no more. */
let sentFor = session.get()

const outbox = createOutbox({
  store: phoneStore,
  nextStep,
  by: takeTabIdentity(),
  owner: () => (session.get() ? owner() : undefined),
  async alone(pass) {
    // In the order in which it was done, and not what the office has already.
    await restoreWork()
    sentFor = session.get()
    return sendAlone(pass)
  },
  now: Date.now,
  random: Math.random,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  onEntries: entries.set,
  onSignedOut() {
    if (session.get() === sentFor) signInNeeded.set(true)
  },
  tell,
  onLeft: () => void registerSync(),
})

export const { onOutcome, enqueue, enqueueAndTry, resumeAndTry, withdraw, resume } = outbox

export async function completeDeal(deal: Deal, entry: OutboxEntry | undefined): Promise<Deal> {
  const stored = await outbox.completeDeal(deal, entry)
  mirrorRecord(stored)
  return stored
}

/** Starts sending: now, when the network or the screen comes back, and after each sign-in. */
export function startOutbox(): void {
  const wake = () => void outbox.wake()
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
    else if (entries.get().some(isOnItsWay)) void registerSyncAnew()
  })
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data === WAKE_MESSAGE) wake()
  })
  session.subscribe(wake)
  session.subscribe(keepSettings)
  keepSettings()
  wake()
  // What came back is counted and sent, too, however late.
  void countRestored().then((count) => {
    if (count > 0) wake()
  })
}

function keepSettings(): void {
  keepSenderSettings().catch((error: unknown) => reportProblem('Settings not kept', error))
}
