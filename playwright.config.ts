import { cheapPhone } from './e2e/support/device.ts'
import { defineConfig } from '@playwright/test'
import type { OfficeKind } from './e2e/support/office.ts'
import { chromiumFlags, findBrowser } from './scripts/browser.mjs'

/** A cheap phone in Hyderabad. */
export default defineConfig<{ officeKind: OfficeKind }>({
  testDir: 'e2e',
  // Pictures, other browsers, weathers and kills have configurations of their own.
  testIgnore: ['pictures/**', 'webkit/**', 'weather/**', 'kills/**'],
  outputDir: 'reports/e2e',
  fullyParallel: true,
  // Most of a journey is spent in waiting: twice as many as a small machine has cores.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  projects: [
    { name: 'our server', use: { officeKind: 'our server' } },
    // What a runner can do at our server he can do at a plain portal (ruling 2).
    { name: 'plain portal', use: { officeKind: 'plain portal' }, testMatch: 'journeys/*.spec.ts' },
    // The most telling of them; `npm run test:weather` has them all.
    {
      name: 'weather',
      testMatch: 'weather/*.spec.ts',
      testIgnore: [],
      grep: /@quick/,
      timeout: 300_000,
    },
  ],
  use: {
    browserName: 'chromium',
    ...cheapPhone,
    // It fetches the whole app for each test's new phone: only tests that are about it, and whole journeys, have it.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findBrowser(), args: chromiumFlags },
  },
})
