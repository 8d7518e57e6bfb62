import { expect, type Page } from '@playwright/test'
import { testAlone, WORKER_NOT_FETCHED } from '../support/fixtures/test.ts'
import { readPhoneWork } from '../support/phone-storage.ts'
import { good } from './conditions.ts'
import { startProxy, type NetworkProxy } from './proxy.ts'
import { reconcile } from './reconciliation.ts'
import { hashPhotoFiles, readServerRows } from './server-rows.ts'
import { hashOf, type CompletedDeal } from './typed-deal.ts'

/** @param completed the deals that the screen showed as completed */
type ExpectReconciled = (page: Page, completed: readonly CompletedDeal[]) => Promise<void>

interface NetworkFixtures {
  /** Between the phone and our server. Each test has its own network, server and database. */
  network: NetworkProxy
  /**
   * The last step of each test. It makes the network good and waits until everything is sent. Then the phone, the screen
   * and the server's database must have the same deals.
   */
  expectReconciled: ExpectReconciled
}

/** The console errors that a bad network causes. */
const networkErrors = [
  /Failed to load resource/,
  /ERR_(?:EMPTY_RESPONSE|CONNECTION|INTERNET|NETWORK|FAILED|TIMED_OUT)/,
  WORKER_NOT_FETCHED,
]

export const test = testAlone.extend<NetworkFixtures>({
  serviceWorkers: 'allow',
  expectedErrors: async ({}, use) => use([...networkErrors]),
  network: async ({ ownVeni }, use) => {
    const network = await startProxy(ownVeni.url)
    await use(network)
    await network.stop()
  },
  baseURL: async ({ network }, use) => use(network.url),

  expectReconciled: async ({ network, ownVeni }, use, info) => {
    await use(async (page, completed) => {
      network.condition = good
      // The browser's `online` event, as on a phone that finds a network again.
      await page.context().setOffline(true)
      await page.context().setOffline(false)
      await expectAllSent(page, () => expectTruth(page, completed, ownVeni.dataDir))
      await expectOnScreen(page, completed)
      const phone = await readPhoneWork(page)
      // SIGKILL first, so that only rows on the disk count.
      await ownVeni.kill9()
      const result = reconcile(completed, phone, await readServerRows(ownVeni.dataDir))
      info.annotations.push({ type: 'reconciliation', description: JSON.stringify(result) })
      expect(result).toEqual({ deals: completed.length, lost: [], doubled: [], different: [] })
    })
  },
})

/** A deal that the phone has as received has its photo at the office, at every moment. */
export async function expectTruth(
  page: Page,
  completed: readonly CompletedDeal[],
  dataDir: string,
): Promise<void> {
  // The phone first: what it has as received then, the office must have at any later time.
  const { deals } = await readPhoneWork(page)
  const files = await hashPhotoFiles(dataDir)
  const untrue = completed.filter(
    ({ invoiceId, packet }) =>
      !files.includes(hashOf(packet)) &&
      deals.some((deal) => deal.invoiceId === invoiceId && deal.receivedAt !== undefined),
  )
  expect(
    untrue.map(({ invoiceId }) => invoiceId),
    'received without the photo',
  ).toEqual([])
}

/**
 * Waits until the outbox is empty and every deal of the phone is marked as received.
 * @param check runs before each look
 */
export async function expectAllSent(
  page: Page,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const unsent = async () => {
    await check()
    const { deals, outbox } = await readPhoneWork(page)
    const waiting = deals.filter(({ receivedAt }) => receivedAt === undefined)
    return [...outbox.map(({ work }) => work.kind), ...waiting.map(({ invoiceId }) => invoiceId)]
  }
  await expect.poll(unsent, { message: 'still on the phone', timeout: 180_000 }).toEqual([])
}

/** /profile shows exactly these deals, each as received, and the top bar shows no waiting work. */
async function expectOnScreen(page: Page, completed: readonly CompletedDeal[]): Promise<void> {
  // A browser that the test started itself has no base URL.
  await page.goto(new URL('/profile', page.url()).href)
  const deals = page.getByRole('link').filter({ hasText: /(?:CASH|INV)-\d+-/ })
  for (const { invoiceId } of completed)
    await expect(deals.filter({ hasText: invoiceId })).toContainText('Received by the office')
  await expect(deals).toHaveCount(completed.length)
  await expect(page.getByText(/\b[1-9]\d* (?:on this phone|needs? attention)/)).toHaveCount(0)
}

export { expect } from '@playwright/test'
