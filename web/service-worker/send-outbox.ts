/**
 * Sends waiting entries when no page is visible. The browser starts the service worker after the network is back.
 * A visible page gets a message and sends itself; a page in the background may be frozen.
 */
import { openOutboxChannel, SYNC_TAG, WAKE_MESSAGE } from '../src/outbox/channel.ts'
import { createOutbox } from '../src/outbox/outbox.ts'
import { lockPass, phoneDeps } from '../src/outbox/phone-deps.ts'
import { adoptSenderSettings, readSenderSettings } from '../src/outbox/sender-settings.ts'
import { owner, session } from '../src/state/session.ts'

declare const self: ServiceWorkerGlobalScope

/** TypeScript has no type for Background Sync, because it is not a standard yet. */
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

/** Rejects while an entry waits, so that the browser tries again. */
async function sendOrWake(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage(WAKE_MESSAGE)
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  let result = await outbox.sendOnce()
  if (await outbox.reconcileAfter(result)) result = await outbox.sendOnce()
  const { stoppedBy, nextAttemptAt } = result
  if (stoppedBy === 'network' || stoppedBy === 'epoch-ended' || nextAttemptAt !== undefined)
    throw new Error('Some entries still wait to be sent')
}
