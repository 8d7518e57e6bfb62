import type { Page } from '@playwright/test'
import { storedDeals } from '../support/phone-storage.ts'
import { chooseCash, payByUpi, readInvoiceId, signIn, startDeal } from '../support/runner.ts'
import { expect, testAlone as test } from '../support/fixtures/test.ts'

const place = (page: Page) => page.getByRole('region', { name: 'Location' })
const full = (page: Page) => page.getByText(/This phone is almost full/)

async function locationOfDeal(page: Page): Promise<unknown> {
  await payByUpi(page, 'UPI2611')
  await readInvoiceId(page)
  const [deal] = (await storedDeals(page, 'cashPayments')) as { location: unknown }[]
  return deal?.location
}

test('where the phone is, is known before the last screen opens, with how exact and how old it is [R-7.032, R-8.076]', async ({
  page,
  context,
}) => {
  await context.setGeolocation({ latitude: 17.385, longitude: 78.4867, accuracy: 12 })
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await expect(place(page)).toContainText('± 12 m')
  // Switched off in the middle of the visit, after it was found.
  await context.setGeolocation(null)
  expect(await locationOfDeal(page)).toMatchObject({
    latitude: 17.385,
    longitude: 78.4867,
    accuracy_m: 12,
    age_s: expect.any(Number) as unknown,
  })
})

test('a deal without a place is completed at once, and says why it has none [R-8.074, R-8.075, R-8.076]', async ({
  page,
  context,
}) => {
  await context.setGeolocation(null)
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await expect(place(page)).toContainText('Location not available')
  const location = await locationOfDeal(page)
  const nowhere = { latitude: 0, longitude: 0, address: 'Location not available' }
  // A watch that found nothing runs out of time at last.
  const reason = expect.stringMatching(/^(?:unavailable|timeout)$/) as unknown
  expect(location).toEqual({ ...nowhere, reason })
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
  const runnerRecord = await page.request.get('/api/runners/me')
  expect((await runnerRecord.json()).cash_payments).toEqual([expect.objectContaining({ location })])
})

test.describe('asked for leave, with no answer yet', () => {
  test.use({ permissions: [] })

  test('a place that comes late counts, and one that was refused is asked for again [R-7.032]', async ({
    page,
    context,
  }) => {
    await signIn(page)
    await startDeal(page, 'Gurram Lakshmi', 100)
    await chooseCash(page)
    await expect(place(page)).toContainText('Location not available')
    await context.grantPermissions(['geolocation'])
    await place(page).getByRole('button', { name: 'Capture location again' }).click()
    await expect(place(page)).toContainText('±')
    expect(await locationOfDeal(page)).toMatchObject({ latitude: 17.385, longitude: 78.4867 })
  })
})

test('a deal that a full phone cannot keep is never said to be done [R-8.072, R-8.080]', async ({
  page,
}) => {
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await payByUpi(page, '')
  await expect(page.getByText('Photo received by the office')).toBeVisible()
  await page.evaluate(() => {
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    }
    const restore = () => Object.defineProperty(IDBObjectStore.prototype, 'put', put ?? {})
    addEventListener('room again', restore, { once: true })
  })
  await page.getByLabel('UPI reference number').fill('UPI2611')
  const complete = page.getByRole('button', { name: 'Complete & Generate Invoice' })
  await complete.click()
  await expect(page.getByText('Failed to generate invoice. Please try again.')).toBeVisible()
  await expect(full(page)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('room again')))
  await complete.click()
  await readInvoiceId(page)
})

test('a database that is deleted in the middle of a deal costs no more than the photo [R-8.080]', async ({
  page,
}) => {
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await page.getByLabel('UPI reference number').fill('UPI2611')
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('veni').addEventListener('success', resolve)
      }),
  )
  await payByUpi(page, 'UPI2612')
  await readInvoiceId(page)
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
})
