import { defineConfig } from '@playwright/test'
import { cheapPhone } from './e2e/support/browsers/cheap-phone.ts'
import type { ServerKind } from './e2e/support/servers/journey-server.ts'
import { chromiumFlags, findBrowser, findHeadlessBrowser } from './scripts/environment/chromium.mjs'
import { findFirefox, findWebKit } from './scripts/environment/other-browsers.mjs'

const journeys = 'journeys/*.spec.ts'
const otherProjects = ['backlog/**', 'kills/**', 'network/**', 'screenshots/**', 'webkit/**']

const firefox = {
  browserName: 'firefox' as const,
  // The Firefox of users, with WebDriver BiDi.
  channel: 'moz-firefox',
  launchOptions: { executablePath: findFirefox(), args: ['--remote-allow-system-access'] },
}

/**
 * Whole deals on a bad network, in browsers that start again and again. Each test uses a whole core. With more than two
 * at once on a small machine, each takes so long that it may reach its timeout.
 */
const networkConditions = { testMatch: 'network/*.spec.ts', timeout: 600_000, workers: 2 }
/** A long proof runs in the whole Chromium, as a runner has it. */
const longProof = {
  actionTimeout: 60_000,
  launchOptions: { executablePath: findBrowser(), args: chromiumFlags },
}

/** Each npm command runs some of these projects (scripts/e2e.mjs). The device is a cheap phone in Hyderabad. */
export default defineConfig<{ serverKind: ServerKind }>({
  testDir: 'e2e',
  outputDir: 'reports/e2e',
  fullyParallel: true,
  // Journeys mostly wait, so there are twice as many workers as cores of a small machine.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  // They only end what hangs: on a loaded machine everything takes several times as long.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  projects: [
    { name: 'our server', testIgnore: otherProjects, use: { serverKind: 'our server' } },
    // Every journey also works with a plain portal (ruling 2).
    { name: 'plain portal', testMatch: journeys, use: { serverKind: 'plain portal' } },
    { ...networkConditions, name: 'network conditions, quick', grep: /@quick/ },
    {
      ...networkConditions,
      name: 'network conditions',
      outputDir: 'reports/network',
      use: longProof,
    },
    {
      name: 'kills',
      testMatch: 'kills/*.spec.ts',
      outputDir: 'reports/kills',
      timeout: 600_000,
      use: longProof,
    },
    {
      name: 'backlog',
      testMatch: 'backlog/*.spec.ts',
      outputDir: 'reports/backlog',
      timeout: 900_000,
      use: longProof,
    },
    {
      name: 'screenshots',
      testMatch: 'screenshots/*.spec.ts',
      outputDir: 'reports/screenshots-failed',
      use: { deviceScaleFactor: 1 },
    },
    ...(['our server', 'plain portal'] as const).map((serverKind) => ({
      name: `Firefox, ${serverKind}`,
      testMatch: journeys,
      outputDir: 'reports/e2e-browsers',
      use: { ...firefox, serverKind },
    })),
    ...(findWebKit()
      ? [{ name: 'WebKit', testMatch: 'webkit/*.spec.ts', outputDir: 'reports/e2e-browsers' }]
      : []),
  ],
  use: {
    browserName: 'chromium',
    ...cheapPhone,
    // A service worker fetches the whole app for each test. Only tests that need one allow it.
    serviceWorkers: 'block',
    // A trace takes a third more time. `npm run e2e -- --trace=retain-on-failure …` records one.
    trace: 'off',
    launchOptions: { executablePath: findHeadlessBrowser(), args: chromiumFlags },
  },
})
