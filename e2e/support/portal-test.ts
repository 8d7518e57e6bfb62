import { startPlainPortal, type PlainPortal } from './plain-portal.ts'
import { test as base } from './test.ts'

/** The extensions are tried and answered 404, and failures are provoked; the browser says so in its console. */
export const portalErrors: readonly RegExp[] = [
  /Failed to load resource/,
  /ERR_(?:EMPTY_RESPONSE|CONNECTION|INTERNET)/,
]

/** Journeys against a portal that offers the calls of section 7 and nothing else. */
export const test = base.extend<{ portal: PlainPortal }>({
  portal: async ({}, use) => {
    const portal = await startPlainPortal()
    await use(portal)
    await portal.stop()
  },
  baseURL: async ({ portal }, use) => use(portal.url),
  expectedErrors: async ({}, use) => use([...portalErrors]),
})

export { expect } from './test.ts'
