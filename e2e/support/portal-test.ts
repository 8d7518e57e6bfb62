import { startPlainPortal, type PlainPortal } from './plain-portal.ts'
import { test as base } from './test.ts'

/** Journeys against a portal that offers the calls of section 7 and nothing else. */
export const test = base.extend<{ portal: PlainPortal }>({
  portal: async ({}, use) => {
    const portal = await startPlainPortal()
    await use(portal)
    await portal.stop()
  },
  baseURL: async ({ portal }, use) => use(portal.url),
  // The extensions are tried and answered 404, and failures are provoked; the browser says so in its console.
  expectedErrors: async ({}, use) =>
    use([/Failed to load resource/, /ERR_(?:EMPTY_RESPONSE|CONNECTION|INTERNET)/]),
})

export { expect } from './test.ts'
