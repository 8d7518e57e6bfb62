import type { Page } from '@playwright/test'
import { deletePhoneDatabase, storedDeals } from '../support/phone-storage.ts'
import { chooseCash, payByUpi, readInvoiceId, signIn, startDeal } from '../support/runner.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'
import { expect, testAlone as test } from '../support/fixtures/test.ts'

const locationOf = (page: Page) => page.getByRole('region', { name: 'Location' })
const full = (page: Page) => page.getByText(/This phone is almost full/)

async function locationOfDeal(page: Page): Promise<unknown> {
  await payByUpi(page, 'UPI2611')
  await readInvoiceId(page)
  const [deal] = (await storedDeals(page, 'cashPayments')) as { location: unknown }[]
  return deal?.location
}

test('the app has the location before the last screen opens, with its accuracy and age [R-7.032, R-8.076]', async ({
  page,
  context,
}) => {
  await context.setGeolocation({ latitude: 17.385, longitude: 78.4867, accuracy: 12 })
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await expect(locationOf(page)).toContainText('± 12 m')
  // The runner switches the location off after the phone has found it.
  await context.setGeolocation(null)
  expect(await locationOfDeal(page)).toMatchObject({
    latitude: 17.385,
    longitude: 78.4867,
    accuracy_m: 12,
    age_s: expect.any(Number) as unknown,
  })
})

test('a deal without a location is completed at once and stores the reason [R-8.074, R-8.075, R-8.076]', async ({
  page,
  context,
}) => {
  await context.setGeolocation(null)
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await expect(locationOf(page)).toContainText('Location not available')
  const location = await locationOfDeal(page)
  const nowhere = { latitude: 0, longitude: 0, address: 'Location not available' }
  // A watch without a result ends with a timeout.
  const reason = expect.stringMatching(/^(?:unavailable|timeout)$/) as unknown
  expect(location).toEqual({ ...nowhere, reason })
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
  const { cash_payments: payments } = await readRunnerRecord(page)
  expect(payments).toEqual([expect.objectContaining({ location })])
})

test.describe('without an answer to the permission request', () => {
  test.use({ permissions: [] })

  test('a late location is stored, and a refused one can be requested again [R-7.032]', async ({
    page,
    context,
  }) => {
    await signIn(page)
    await startDeal(page, 'Gurram Lakshmi', 100)
    await chooseCash(page)
    await expect(locationOf(page)).toContainText('Location not available')
    await context.grantPermissions(['geolocation'])
    await locationOf(page).getByRole('button', { name: 'Capture location again' }).click()
    await expect(locationOf(page)).toContainText('±')
    expect(await locationOfDeal(page)).toMatchObject({ latitude: 17.385, longitude: 78.4867 })
  })
})

test('a deal that a full phone cannot store is never shown as completed [R-8.072, R-8.080]', async ({
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
    addEventListener('free space', restore, { once: true })
  })
  await page.getByLabel('UPI reference number').fill('UPI2611')
  const complete = page.getByRole('button', { name: 'Complete & Generate Invoice' })
  await complete.click()
  await expect(page.getByText('Failed to generate invoice. Please try again.')).toBeVisible()
  await expect(full(page)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('free space')))
  await complete.click()
  await readInvoiceId(page)
})

test('the loss of the database in the middle of a deal loses at most the photo [R-8.080]', async ({
  page,
}) => {
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await page.getByLabel('UPI reference number').fill('UPI2611')
  await deletePhoneDatabase(page)
  await payByUpi(page, 'UPI2612')
  await readInvoiceId(page)
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
})
