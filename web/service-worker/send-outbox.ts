/**
 * Sends what waits while no page can: the browser wakes the service worker when there is a network again. A visible page
 * gets a message instead; a page behind other apps may be frozen and receive none.
 */
import { openOutboxChannel, SYNC_TAG, WAKE_MESSAGE } from '../src/outbox/channel.ts'
import { createOutbox } from '../src/outbox/outbox.ts'
import { lockPass, phoneDeps } from '../src/outbox/phone-deps.ts'
import { adoptSenderSettings, readSenderSettings } from '../src/outbox/sender-settings.ts'
import { owner, session } from '../src/state/session.ts'

declare const self: ServiceWorkerGlobalScope

/** Background Sync is in no standard yet. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

const outbox = createOutbox({
  ...phoneDeps,
  lock: lockPass,
  // The browser decides when the worker tries again.
  clock: { ...phoneDeps.clock, after: () => () => {} },
  session: {
    // The page stores who is signed in; the runner may have signed out since the last call.
    refresh: async () => adoptSenderSettings(await readSenderSettings()),
    owner: () => (session.get() ? owner() : undefined),
    current: () => undefined,
    // The entries have the state; the app asks for the code when it is opened.
    onSignedOut: () => {},
  },
  sender: 'service worker',
  publish: openOutboxChannel(() => {}).publish,
  onEntries: () => {},
  onWorkLeft: () => {},
})

export function sendOnSync(): void {
  self.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent
    if (tag === SYNC_TAG) (event as SyncEvent).waitUntil(sendOrWake())
  })
}

/** Rejects while something is left, so that the browser tries again. */
async function sendOrWake(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage(WAKE_MESSAGE)
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const { stoppedBy, nextAttemptAt } = await outbox.sendOnce()
  if (stoppedBy === 'network' || nextAttemptAt !== undefined)
    throw new Error('Some work still waits to be sent')
}
