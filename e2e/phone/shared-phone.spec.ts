import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { searchProfile } from '../support/browsers/profile-files.ts'
import { type ReopenedBrowser, withReopenedBrowser } from '../support/browsers/reopened-browser.ts'
import {
  expectAllSnapshots,
  expectOutboxEmpty,
  readPhoneWork,
  storedPhotos,
} from '../support/phone-storage.ts'
import {
  chooseCash,
  openCustomer,
  payByUpi,
  readInvoiceId,
  signIn,
  signOut,
  startDeal,
} from '../support/runner.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const test = testAlone.extend<{ phone: ReopenedBrowser }>({
  phone: async ({ ownVeni }, use) => withReopenedBrowser(ownVeni.url, use),
})

/** The names and the number of each sample customer, which stand beside each other and have no comma. */
const sampleData = new URL('../../server/sample-data/customers.csv', import.meta.url)
const texts = readFileSync(sampleData, 'utf8')
  .split('\n')
  .flatMap((line) => /([^,]+),([^,]+),(9\d{9}),/.exec(line)?.slice(1) ?? [])

/**
 * Files that no page can clear (docs/decisions/0033-seal-unsent-work-at-sign-out.md): the browser's own history of the
 * addresses that the specification demands, and the logs of the two lists that it demands in web storage.
 */
const BROWSER_FILES =
  /^(Default\/(History|Favicons|Sessions\/|Local Storage\/leveldb\/|Session Storage\/|Network Action Predictor|Top Sites|Shortcuts)|segmentation_platform\/)/

async function readableFiles(profile: string): Promise<string[]> {
  const found = await searchProfile(profile, texts)
  return [...found.keys()].filter((path) => !BROWSER_FILES.test(path))
}

async function payOffline(page: Page, name: string): Promise<string> {
  await startDeal(page, name, 100)
  await expectOutboxEmpty(page)
  await page.context().setOffline(true)
  await chooseCash(page)
  await payByUpi(page, `UPI ${name}`)
  return readInvoiceId(page)
}

const payments = async (page: Page) =>
  (await readRunnerRecord(page)).cash_payments.map(({ invoice_id: id }) => id)

test('after a day and a sign-out no file of the browser names a customer, and the unsent deal comes back to its runner only [R-7.050, R-7.051, R-7.052]', async ({
  phone,
}) => {
  const page = await (await phone.open()).newPage()
  await signIn(page, '9000000001')
  await expectAllSnapshots(page)
  await openCustomer(page, 'Bolla Sujatha')
  await page.goto('/deliveries')
  const unsent = await payOffline(page, 'Gurram Lakshmi')
  expect((await storedPhotos(page)).map(({ storedBytes }) => storedBytes)).toEqual([
    expect.any(Number),
  ])
  expect(texts.length).toBeGreaterThan(100)
  // Otherwise the search below would find nothing in any case.
  const before = await readableFiles(phone.profile)
  expect(before.join()).toMatch(/IndexedDB/)
  expect(before.join()).toMatch(/CacheStorage/)

  await signOut(page, true)
  expect(await readableFiles(phone.profile)).toEqual([])
  // The search leaves out the files of web storage, because its logs have what was deleted.
  const left = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(texts.filter((text) => left.includes(text))).toEqual([])
  await phone.close()
  expect(await readableFiles(phone.profile)).toEqual([])

  const other = await (await phone.open()).newPage()
  await signIn(other, '9000000002')
  expect(await readPhoneWork(other)).toMatchObject({ deals: [], outbox: [] })
  expect(await payments(other)).toEqual([])
  await signOut(other, false)

  const again = await (await phone.open()).newPage()
  await signIn(again, '9000000001')
  await expect.poll(() => payments(again)).toEqual([unsent])
  await expectOutboxEmpty(again)
  expect((await readPhoneWork(again)).deals.map(({ invoiceId }) => invoiceId)).toEqual([unsent])
})
