import type { Page } from '@playwright/test'
import { cut, isWrite, on } from '../network/conditions.ts'
import { type NetworkProxy, startProxy } from '../network/proxy.ts'
import { openCustomer, signIn } from '../support/runner.ts'
import { expect, SERVER_STOPPED, test as base } from '../support/fixtures/test.ts'

const test = base.extend<{ network: NetworkProxy }>({
  expectedErrors: async ({}, use) => use([SERVER_STOPPED]),
  network: async ({ veni }, use) => {
    const network = await startProxy(veni.url)
    await use(network)
    await network.stop()
  },
  baseURL: async ({ network }, use) => use(network.url),
})

interface Asked {
  /** How often the page has asked the browser. */
  asked?: number
}

/** Replaces the answer of the browser, which is asked about the default storage, or about the bucket if it has one. */
async function answerWith(page: Page, answer: boolean, hasBuckets: boolean): Promise<void> {
  await page.addInitScript(
    ([isPromised, isBucket]) => {
      const persist = () => {
        ;(window as Asked).asked = ((window as Asked).asked ?? 0) + 1
        return Promise.resolve(isPromised)
      }
      const { StorageBucket } = window as unknown as { StorageBucket: { prototype: object } }
      if (!isBucket) Reflect.deleteProperty(Navigator.prototype, 'storageBuckets')
      const target = isBucket ? StorageBucket.prototype : StorageManager.prototype
      Object.assign(target, { persist, persisted: () => Promise.resolve(false) })
    },
    [answer, hasBuckets] as const,
  )
}

const timesAsked = (page: Page) => page.evaluate(() => (window as Asked).asked ?? 0)

for (const hasBuckets of [true, false])
  for (const [answer, text] of [
    [true, /^This phone promises to keep unsent work/],
    [false, /^This phone does not promise to keep unsent work/],
  ] as const)
    test(`the browser is asked with the first unsent work and at the next start, and /profile shows its answer: ${answer}, ${hasBuckets ? 'with' : 'without'} buckets [R-8.077, R-8.086]`, async ({
      page,
      network,
    }) => {
      await answerWith(page, answer, hasBuckets)
      // The work stays unsent, also while a page is left: the tests of one worker share the server.
      network.condition = on(isWrite, cut)
      await signIn(page)
      await openCustomer(page, 'Bolla Sujatha')
      await page.getByRole('button', { name: 'Rejected (Not Interested)' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
      await expect.poll(() => timesAsked(page)).toBeGreaterThan(0)
      await page.goto('/profile')
      await expect.poll(() => timesAsked(page)).toBeGreaterThan(0)
      await expect(page.getByText(text)).toBeVisible()
    })
