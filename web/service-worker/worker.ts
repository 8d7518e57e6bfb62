/**
 * Keeps the whole built app on the phone, so that it opens without a network, and sends what waits while no page can.
 * What the office answers is not its business: that is in the phone's database, with its age.
 */
import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { sendOnSync } from './send-outbox.ts'

declare const self: ServiceWorkerGlobalScope
/** Every file of the build, put here by the build (scripts/build/build-web.mjs). */
declare const BUILT_FILES: { readonly url: string; readonly revision: string | null }[]

// A new version is fetched beside the old one, which goes on working with its own files until it is let go.
precacheAndRoute(BUILT_FILES)
cleanupOutdatedCaches()

/** What is a file, a call of the office or its documentation is no screen of the app. */
const NO_SCREENS = [/^\/api\//, /\/[^/?]*\.[^/?]*$/]
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NO_SCREENS }))

// From its first visit on the phone has the app, also the screens that were not opened yet.
clientsClaim()

/** Only the runner lets a new version take over (state/app-update.ts): never in the middle of a visit. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting()
})

sendOnSync()
