import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The tests of the app's storage and outbox in Node, where one mutant needs a fraction of the time that it needs in
 * Chromium. They judge the tests only: `npm test` runs them in Chromium. Stryker loads this file in its copy of the sources.
 */
export default defineConfig({
  resolve: {
    alias: {
      'vitest/browser': at('no-screens.ts'),
      'vitest-browser-react': at('no-screens.ts'),
    },
  },
  test: {
    name: 'phone',
    root: at('../../../web'),
    include: ['src/{outbox,storage}/**/*.test.ts', 'src/state/clear-phone*.test.ts'],
    environment: 'happy-dom',
    restoreMocks: true,
    unstubGlobals: true,
    // Stryker counts how often each place runs, so a test is slower. A bug may make a test wait for ever.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 4_000 } },
    setupFiles: [
      at('browser-parts.ts'),
      at('../../../web/test/compare-bytes.ts'),
      at('../../../web/test/finish-sending.ts'),
      at('../../../web/test/all-messages.ts'),
    ],
  },
})
