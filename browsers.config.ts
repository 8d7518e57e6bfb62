import { defineConfig } from '@playwright/test'
import type { OfficeKind } from './e2e/support/office.ts'
import usual from './playwright.config.ts'
import { findFirefox, findWebKit } from './scripts/other-browsers.mjs'

const firefox = {
  browserName: 'firefox' as const,
  // A Firefox as its users have it, driven by WebDriver BiDi.
  channel: 'moz-firefox',
  launchOptions: { executablePath: findFirefox(), args: ['--remote-allow-system-access'] },
}

const journeys = 'journeys/*.spec.ts'

/** `npm run e2e:browsers`: every journey in Firefox, and the main job in WebKit where it is. */
export default defineConfig<{ officeKind: OfficeKind }>({
  ...usual,
  testIgnore: [],
  outputDir: 'reports/e2e-browsers',
  projects: [
    {
      name: 'Firefox, our server',
      testMatch: journeys,
      use: { ...firefox, officeKind: 'our server' },
    },
    {
      name: 'Firefox, plain portal',
      testMatch: journeys,
      use: { ...firefox, officeKind: 'plain portal' },
    },
    ...(findWebKit() ? [{ name: 'WebKit', testMatch: 'webkit/*.spec.ts' }] : []),
  ],
})
