import type { Page } from '@playwright/test'
import {
  expectAllSnapshots,
  expectAppInstalled,
  expectOutboxEmpty,
  readPhoneWork,
  storedPhotos,
} from '../support/phone-storage.ts'
import {
  chooseCash,
  openProfile,
  payByUpi,
  readInvoiceId,
  signIn,
  signOut,
  startDeal,
} from '../support/runner.ts'
import { runOps } from '../support/servers/command-line.ts'
import { readServerRows } from '../network/server-rows.ts'
import { expect, testAlone, WORKER_NOT_FETCHED } from '../support/fixtures/test.ts'

const test = testAlone.extend({
  expectedErrors: async ({}, use) =>
    use([
      /ERR_/,
      /401 \(Unauthorized\)/,
      /404 \(Not Found\).*\/api\/uploads\//,
      /status of 503/,
      WORKER_NOT_FETCHED,
    ]),
})

const RAVI = '9000000001'

/** Pays for 100 g of black hair without network. @returns the invoice id, and the hash of the photo of the packet */
async function payOffline(page: Page, name: string) {
  await startDeal(page, name, 100)
  await chooseCash(page)
  await expectOutboxEmpty(page)
  await page.context().setOffline(true)
  await payByUpi(page, 'UPI2611250001')
  const invoiceId = await readInvoiceId(page)
  const [photo] = await storedPhotos(page)
  return { invoiceId, sha256: photo?.sha256 ?? '' }
}

/** Exports the unsent deals. The profile is open. @returns the path of the file */
async function exportDeals(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export unsent deals' }).click()
  return (await downloading).path()
}

async function askForCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type('123456')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
}

test.describe('a suspended runner', () => {
  test.use({ serviceWorkers: 'allow' })

  test('cannot sign in, keeps the unsent deal, and exports it without network for the office', async ({
    page,
    context,
    ownVeni,
  }) => {
    await signIn(page, RAVI)
    await expectAllSnapshots(page)
    await expectAppInstalled(page)
    const { invoiceId, sha256 } = await payOffline(page, 'Gurram Lakshmi')
    await runOps(ownVeni.dataDir, 'runners', 'suspend', RAVI)

    await context.setOffline(false)
    await expect(page.getByText('Please sign in again')).toBeVisible()
    await askForCode(page)
    await expect(page.getByText('That code is not right')).toBeVisible()
    expect((await readPhoneWork(page)).deals.map((deal) => deal.invoiceId)).toEqual([invoiceId])

    // With network each screen leads back to the sign-in.
    await context.setOffline(true)
    await page.goto('/profile')
    const file = await exportDeals(page)
    const printed = await runOps(ownVeni.dataDir, 'import', 'deals', file, '--runner', RAVI)
    expect(printed).toContain(`${invoiceId}: added`)
    expect(printed).toContain(`${RAVI} is suspended: check these deals`)
    expect(await runOps(ownVeni.dataDir, 'verify')).toContain('1 photo: 0 missing, 0 damaged.')

    await ownVeni.kill9()
    expect(await readServerRows(ownVeni.dataDir)).toMatchObject({
      cashPayments: [
        {
          invoiceId,
          customerId: 1,
          hairValuePaise: 350_00,
          balancePaise: 350_00,
          upiReference: 'UPI2611250001',
          hairPhotoUrl: expect.stringContaining(sha256) as unknown,
        },
      ],
      photos: [{ hash: sha256 }],
    })
  })
})

test('a deal that was sealed, exported and imported is at the office once, also after the phone has sent it', async ({
  page,
  context,
  ownVeni,
}) => {
  await signIn(page, RAVI)
  const { invoiceId, sha256 } = await payOffline(page, 'Gurram Lakshmi')
  await signOut(page, true)
  expect(await readPhoneWork(page)).toMatchObject({ deals: [], outbox: [] })

  // Only the sign-in reaches the server.
  await context.route('**/api/**', async (route) => {
    const request = route.request()
    const isWrite = request.method() !== 'GET' && !request.url().includes('/sign-in/')
    await (isWrite ? route.abort() : route.fallback())
  })
  await context.setOffline(false)
  await signIn(page, RAVI)
  await openProfile(page)
  const file = await exportDeals(page)
  expect(await runOps(ownVeni.dataDir, 'import', 'deals', file)).toContain(`${invoiceId}: added`)
  expect((await readPhoneWork(page)).outbox).not.toEqual([])

  await context.unroute('**/api/**')
  await page.reload()
  await expectOutboxEmpty(page)
  const [deal] = (await readPhoneWork(page)).deals
  expect(deal).toMatchObject({ invoiceId, receivedAt: expect.any(Number) as unknown })
  await ownVeni.kill9()
  const { cashPayments, orders, photos } = await readServerRows(ownVeni.dataDir)
  expect(cashPayments.map((payment) => payment.invoiceId)).toEqual([invoiceId])
  expect(orders).toMatchObject([{ invoiceId, status: 'delivered' }])
  expect(photos).toEqual([{ hash: sha256 }])
})

test('a refused deal that the office imports is received on the phone, too', async ({
  page,
  ownVeni,
}) => {
  await signIn(page, RAVI)
  const error = { error: { code: 'bad-request', message: 'No.' } }
  const results = [{ outcome: 'not-recorded', status: 400, ...error }]
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await expectOutboxEmpty(page)
  await page.route('**/api/work', (route) => route.fulfill({ json: { results } }))
  await payByUpi(page, 'UPI2611250041')
  const invoiceId = await readInvoiceId(page)
  await page.getByRole('button', { name: 'Back to Deliveries' }).click()
  await openProfile(page)
  const file = await exportDeals(page)
  const counters = page.getByLabel('Where your work is')
  await expect(counters).toHaveText(/Received by the office0.*Needs attention1/s)
  await page.unroute('**/api/work')
  expect(await runOps(ownVeni.dataDir, 'import', 'deals', file)).toContain(`${invoiceId}: added`)

  await page.reload()
  await expect(counters).toHaveText(/On this phone0.*Received by the office1.*Needs attention0/s)
  await ownVeni.kill9()
  expect((await readServerRows(ownVeni.dataDir)).cashPayments).toMatchObject([{ invoiceId }])
})
