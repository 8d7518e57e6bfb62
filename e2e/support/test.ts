import { expect, test as base } from '@playwright/test'
import { startVeni, type Veni } from './server.ts'

interface Fixtures {
  /** Console and page errors that the test means to cause; each pattern excuses its own kind only. */
  expectedErrors: RegExp[]
  /** A server with data of its own, for a test that restarts it or needs to be alone. */
  ownVeni: Veni
}

interface WorkerFixtures {
  /** The server that the tests of one worker share, with the sample data. */
  veni: Veni
}

/** Playwright's test, on a page of the built app whose every error fails the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  expectedErrors: async ({}, use) => use([]),

  veni: [
    async ({}, use) => {
      const veni = await startVeni()
      await use(veni)
      await veni.stop()
    },
    { scope: 'worker' },
  ],

  ownVeni: async ({}, use) => {
    const veni = await startVeni()
    await use(veni)
    await veni.stop()
  },

  baseURL: async ({ veni }, use) => use(veni.url),

  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
    })
    await use(page)
    const isExpected = (error: string) => expectedErrors.some((pattern) => pattern.test(error))
    expect(
      errors.filter((error) => !isExpected(error)),
      'errors in the console',
    ).toEqual([])
  },
})

/** As `test`, on a server of the test's own, so that it may be restarted, fed or killed. */
export const testAlone = test.extend({
  baseURL: async ({ ownVeni }, use) => use(ownVeni.url),
})

export { expect }
