import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { appCopies } from './faults/app-copies.mjs'
import { chromiumFlags, findHeadlessBrowser } from './scripts/environment/chromium.mjs'

const failOnConsoleError = new URL('scripts/test/fail-on-console-error.mjs', import.meta.url)
const databaseWorker = fileURLToPath(new URL('server/.cache/database-worker.mjs', import.meta.url))
const startPostgres = new URL('server/test/setup/global-setup.ts', import.meta.url)

const browserForFaults = new URL('faults/setup.ts', import.meta.url)
const phonesForRestores = new URL('faults/restores/setup.ts', import.meta.url)

const emptyStorage = new URL('web/test/empty-storage.ts', import.meta.url)
const compareBytes = new URL('web/test/compare-bytes.ts', import.meta.url)
const finishSending = new URL('web/test/finish-sending.ts', import.meta.url)
const clearAnswers = new URL('web/test/clear-answers.ts', import.meta.url)
const allMessages = new URL('web/test/all-messages.ts', import.meta.url)

const shared = {
  // These limits only end what hangs: on a loaded machine everything takes several times as long.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  restoreMocks: true,
  unstubGlobals: true,
  setupFiles: [fileURLToPath(failOnConsoleError)],
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'scripts',
          include: ['scripts/**/*.test.mjs', 'bench/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'domain',
          root: 'domain',
          include: ['src/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: [fileURLToPath(startPostgres)],
          maxWorkers: 2,
          // Each file starts an embedded database and makes few calls. The optimiser of WebAssembly takes longer than it saves.
          execArgv: ['--liftoff-only'],
          env: { DATABASE_WORKER_BUNDLE: databaseWorker },
        },
      },
      {
        plugins: [appCopies],
        test: {
          name: 'faults',
          restoreMocks: true,
          include: ['faults/*.test.ts'],
          setupFiles: [fileURLToPath(browserForFaults)],
          // One test runs ten thousand shifts.
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
          maxWorkers: 2,
        },
      },
      {
        plugins: [appCopies],
        test: {
          name: 'restores',
          restoreMocks: true,
          include: ['faults/restores/*.test.ts'],
          globalSetup: [fileURLToPath(startPostgres)],
          setupFiles: [fileURLToPath(phonesForRestores)],
          // All ages take minutes, and more on a loaded machine.
          testTimeout: 1_200_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        // Without this list Vite finds these packages during the tests and then reloads the page.
        optimizeDeps: {
          include: [
            '@tanstack/react-query',
            'idb',
            'lucide-react',
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'uqr',
            'valibot',
            'vitest-browser-react',
            'wouter',
          ],
        },
        test: {
          ...shared,
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [
            emptyStorage,
            failOnConsoleError,
            compareBytes,
            finishSending,
            clearAnswers,
            allMessages,
          ].map((url) => fileURLToPath(url)),
          // The storage is emptied before a part of the app reads it.
          sequence: { setupFiles: 'list' },
          browser: {
            enabled: true,
            headless: true,
            // The next free port, so that two runs are possible at the same time.
            api: { port: 63315, strictPort: false },
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findHeadlessBrowser(), args: chromiumFlags },
              contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 360, height: 640 } }],
          },
        },
      },
    ],
  },
})
