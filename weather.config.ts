import { defineConfig } from '@playwright/test'
import usual from './playwright.config.ts'

/** `npm run test:weather`: every weather, and the table of them. `npm run test:kills`: a browser that is killed. */
export default defineConfig({
  ...usual,
  testDir: 'e2e',
  testIgnore: [],
  outputDir: 'reports/weather',
  reporter: [['list'], ['./e2e/weather/table.ts']],
  projects: [
    { name: 'weather', testMatch: 'weather/*.spec.ts' },
    { name: 'kills', testMatch: 'kills/*.spec.ts' },
  ],
  // Half a minute is spent in waits that the weather brings; a loaded machine is slow, not broken.
  timeout: 300_000,
  use: { ...usual.use, trace: 'off', actionTimeout: 60_000 },
})
