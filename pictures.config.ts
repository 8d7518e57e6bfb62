import { defineConfig } from '@playwright/test'
import usual from './playwright.config.ts'

/** `npm run screenshots`: pictures instead of checks, on the phone that the journeys use. */
export default defineConfig({
  ...usual,
  testDir: 'e2e/pictures',
  testIgnore: [],
  outputDir: 'reports/screenshots-failed',
  reporter: [['line']],
  projects: [{ name: 'pictures' }],
  use: { ...usual.use, trace: 'off', deviceScaleFactor: 1 },
})
