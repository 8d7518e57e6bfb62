/**
 * Sends what waits while no page can: the browser wakes the service worker when there is a network again. A page that is
 * looked at is told instead; one behind other apps may be frozen and hear nothing.
 */
import { SYNC_TAG, WAKE_MESSAGE } from '../src/outbox/background-sync.ts'
import { createOutbox } from '../src/outbox/create-outbox.ts'
import { openOutboxChannel } from '../src/outbox/outbox-channel.ts'
import { phoneStore, sendAlone } from '../src/outbox/phone-store.ts'
import { restoreWork } from '../src/storage/restore-work.ts'
import { takeSenderSettings } from '../src/outbox/sender-settings.ts'
import { nextStep } from '../src/outbox/steps.ts'

declare const self: ServiceWorkerGlobalScope

/** Background Sync is in no standard yet. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

const outbox = createOutbox({
  store: phoneStore,
  nextStep,
  by: 'service worker',
  // Asked before each call: the runner may have logged out since.
  owner: takeSenderSettings,
  async alone(pass) {
    await restoreWork()
    return sendAlone(pass)
  },
  now: Date.now,
  random: Math.random,
  // The browser decides when it is tried again.
  after: () => () => {},
  onEntries: () => {},
  // The entries say so; the code is asked for when the app is opened.
  onSignedOut: () => {},
  tell: openOutboxChannel(() => {}).tell,
  onLeft: () => {},
})

export function sendOnSync(): void {
  self.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent
    if (tag === SYNC_TAG) (event as SyncEvent).waitUntil(sendOrWake())
  })
}

/** Rejects while something is left, for the browser to try again. */
async function sendOrWake(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage(WAKE_MESSAGE)
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const { stoppedBy, nextAttemptAt } = await outbox.sendOnce()
  if (stoppedBy === 'network' || nextAttemptAt !== undefined)
    throw new Error('Something still waits to be sent')
}
