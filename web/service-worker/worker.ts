/**
 * Stores the whole built app on the phone, so that it opens without a network, and sends entries without a page.
 * It does not cache answers of the server: their snapshots are in the storage, with their age.
 */
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { sendOnSync } from './send-outbox.ts'
import { storeMissing } from './store-missing.ts'

declare const self: ServiceWorkerGlobalScope
/** Every file of the build; scripts/build/build-web.mjs inserts the list. */
declare const BUILT_FILES: {
  readonly url: string
  readonly revision: string | null
  /** The worker stores no other content, such as the page of a captive portal. */
  readonly integrity: string
}[]

// A new version is fetched separately. The old version uses its own files until the new one activates.
const files = new PrecacheController()
files.precache(BUILT_FILES)
registerRoute(new PrecacheRoute(files))
cleanupOutdatedCaches()

/** Files, API calls and the API documentation are not screens of the app. */
const NO_SCREENS = [/^\/api\//, /\/[^/?]*\.[^/?]*$/]
const page = files.createHandlerBoundToURL('/index.html')
registerRoute(new NavigationRoute(page, { denylist: NO_SCREENS }))

// The first page gets its files from this worker at once, also screens that were not opened yet.
clientsClaim()

self.addEventListener('message', (event) => {
  // A new version activates only after the runner agrees (state/frame-content.ts), so never during a visit.
  if (event.data === 'take-over') void self.skipWaiting()
  // The next start tries again what has failed.
  if (event.data === 'store-missing')
    event.waitUntil(storeMissing(files, event).catch(() => undefined))
})

sendOnSync()
