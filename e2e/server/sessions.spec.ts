import type { Page } from '@playwright/test'
import {
  chooseCash,
  goOnToDeliveries,
  openProfile,
  payByUpi,
  payCash,
  readInvoiceId,
  signIn,
  startDeal,
  startVisit,
} from '../support/runner.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'
import { expectOutboxEmpty, storedPhotos } from '../support/phone-storage.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const test = testAlone.extend({
  expectedErrors: async ({}, use) => use([/ERR_INTERNET_DISCONNECTED/, /401 \(Unauthorized\)/]),
})

async function payOffline(page: Page, name: string, reference: string): Promise<string> {
  await startDeal(page, name, 100)
  await chooseCash(page)
  await expectOutboxEmpty(page)
  await page.context().setOffline(true)
  await payByUpi(page, reference)
  return readInvoiceId(page)
}

const paymentsAtServer = async (page: Page) => (await readRunnerRecord(page)).cash_payments

test('unsent deals belong to their runner after a sign-out and the sign-in of another runner [R-2.006, R-2.007, R-2.008, R-2.014]', async ({
  page,
}) => {
  await signIn(page, '9000000001')
  const invoiceId = await payOffline(page, 'Gurram Lakshmi', 'MINE')

  // The question shows the number of unsent deals, and the runner may stay.
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 deal or update on this phone is not with the office yet')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByText(invoiceId)).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => localStorage.getItem('loggedInPhone'))).toBeNull()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  // Another runner on the same phone neither sees nor sends the deal.
  await page.context().setOffline(false)
  await signIn(page, '9000000002')
  await openProfile(page)
  await expect(page.getByText(invoiceId)).toHaveCount(0)
  expect(await paymentsAtServer(page)).toEqual([])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)

  // The first runner signs in again, and the deal is sent.
  await signIn(page, '9000000001')
  await expect
    .poll(() => paymentsAtServer(page))
    .toEqual([expect.objectContaining({ invoice_id: invoiceId, upi_reference: 'MINE' })])
})

test('an expired session in the middle of a visit leads to /login, and nothing is lost [R-2.012]', async ({
  page,
}) => {
  await signIn(page, '9000000001')
  await startDeal(page, 'Bolla Sujatha', 100)
  await page.context().clearCookies()
  await page.goto('/deliveries')
  await expect(page.getByText('Please sign in again')).toBeVisible()
  await expect(page.getByLabel('Phone Number')).toHaveValue('9000000001')
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type('654321')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await goOnToDeliveries(page)
  await page.goto('/payment-mode')
  await expect(page.getByLabel('Black Hair weight in grams', { exact: true })).toHaveValue('100')
})

test('a sign-out in one tab clears all carts of the other tab [R-4.020]', async ({
  page,
  context,
}) => {
  await signIn(page, '9000000001')
  await startVisit(page, 'Gurram Lakshmi')
  await page.goto('/products')
  await page.getByRole('button', { name: 'BUY Handbag' }).click()
  await page.goto('/products?customerId=2&customer=Bolla%20Sujatha')
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'BUY Rice Cooker' }).click()
  const carts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('cart_')))
  await expect.poll(carts).toHaveLength(2)
  // With unsent work the sign-out would ask first.
  await expectOutboxEmpty(page)

  const other = await context.newPage()
  await other.goto('/deliveries')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/login/)
  await expect.poll(carts).toEqual([])
})

test('a photo that the browser has shown cannot be read at its address after a sign-out, not from a cache either', async ({
  page,
  context,
}) => {
  await signIn(page, '9000000001')
  await payCash(page, 'Gurram Lakshmi')
  await expectOutboxEmpty(page)
  const [photo] = await storedPhotos(page)
  const address = photo?.url ?? ''
  expect(address).toMatch(/^\/api\/images\//)
  // The phone has deleted the bytes, so the app shows it from this address.
  expect(photo?.storedBytes).toBeUndefined()
  await page.goto('/deliveries')
  expect(await showPhoto(page, address)).toBe(true)
  // Otherwise the questions below would prove nothing.
  for (const cache of ['default', 'force-cache'] as const)
    expect(await fetchStatus(page, address, cache)).toBe(200)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  // The server has received the sign-out.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('signOutOwed'))).toBeNull()
  for (const cache of ['default', 'force-cache'] as const)
    expect(await fetchStatus(page, address, cache)).toBe(401)
  const next = await context.newPage()
  await next.goto('/login')
  expect(await showPhoto(next, address)).toBe(false)
  expect((await next.goto(address))?.status()).toBe(401)
})

/** @returns whether the browser could show the photo in the page */
const showPhoto = (page: Page, address: string) =>
  page.evaluate(async (url) => {
    const shown = document.createElement('img')
    shown.src = url
    document.body.append(shown)
    return shown.decode().then(
      () => true,
      () => false,
    )
  }, address)

const fetchStatus = (page: Page, address: string, cache: RequestCache) =>
  page.evaluate(async (call) => (await fetch(call.address, call)).status, { address, cache })

test('a stored phone number alone gives no access to our server [R-1.011, R-6.004]', async ({
  page,
}) => {
  const answers: [path: string, status: number][] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) answers.push([pathname, response.status()])
  })
  await page.addInitScript(() => localStorage.setItem('loggedInPhone', '9000000001'))
  await page.goto('/deliveries')
  await expect(page.getByText('Please sign in again')).toBeVisible()
  await expect(page.getByText('Gurram Lakshmi')).toHaveCount(0)
  expect(answers).toContainEqual(['/api/customers', 401])
  expect(answers.filter(([path, status]) => path !== '/api/ping' && status !== 401)).toEqual([])
})

test('without a stored phone number /deliveries leads to /login [R-2.011]', async ({ page }) => {
  await page.goto('/deliveries')
  await expect(page).toHaveURL(/\/login$/)
})
