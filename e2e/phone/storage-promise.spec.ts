import type { Page } from '@playwright/test'
import { openCustomer, signIn } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/test.ts'

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
      expectedErrors,
    }) => {
      expectedErrors.push(/ERR_FAILED/)
      await answerWith(page, answer, hasBuckets)
      // The work stays unsent: the tests of one worker share the server.
      await page.route(
        ({ pathname }) => /^\/api\/(?:work|customers\/\d+)$/.test(pathname),
        (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()),
      )
      await signIn(page)
      await openCustomer(page, 'Bolla Sujatha')
      await page.getByRole('button', { name: 'Rejected (Not Interested)' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
      await expect.poll(() => timesAsked(page)).toBeGreaterThan(0)
      await page.goto('/profile')
      await expect.poll(() => timesAsked(page)).toBeGreaterThan(0)
      await expect(page.getByText(text)).toBeVisible()
    })
