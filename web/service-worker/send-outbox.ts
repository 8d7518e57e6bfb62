/** Sends waiting entries when no page is visible. The browser starts the service worker after the network is back. */
import { SYNC_TAG } from '../src/outbox/channel.ts'
import { createWorkerSender } from '../src/outbox/worker-sender.ts'

declare const self: ServiceWorkerGlobalScope

/** TypeScript has no type for Background Sync, because it is not a standard yet. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

const sendOrWake = createWorkerSender(async () => {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages as readonly WindowClient[]
})

export function sendOnSync(): void {
  self.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent
    if (tag === SYNC_TAG) (event as SyncEvent).waitUntil(sendOrWake())
  })
}
