import type { BrowserContext, Page } from '@playwright/test'
import { readServerRows } from '../network/server-rows.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'
import { damageRows } from '../support/damaged-rows.ts'
import { expectOutboxEmpty, storedPhotos } from '../support/phone-storage.ts'
import { chooseCash, payByUpi, readInvoiceId, signIn, startDeal } from '../support/runner.ts'
import { failOps, runOps } from '../support/servers/command-line.ts'

const test = testAlone.extend({
  expectedErrors: async ({}, use) => use([/ERR_/, /status of 503/]),
})

/**
 * Pays for 100 g of black hair, and damages the rows of the deal. No write reaches the server: a sender may have read the
 * rows before.
 */
async function payWithDamagedRows(page: Page, context: BrowserContext) {
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await expectOutboxEmpty(page)
  await context.route('**/api/**', async (route) => {
    await (route.request().method() === 'GET' ? route.fallback() : route.abort())
  })
  await payByUpi(page, 'UPI2611250001')
  const invoiceId = await readInvoiceId(page)
  const [photo] = await storedPhotos(page)
  const lines = await damageRows(page)
  return { invoiceId, lines, sha256: photo?.sha256 ?? '' }
}

async function exportFromProfile(page: Page): Promise<string> {
  await page.goto('/profile')
  await expect(page.getByText('1 item(s) on this phone cannot be read')).toBeVisible()
  const counters = page.getByLabel('Where your work is')
  await expect(counters).toHaveText(/On this phone0.*Received by the office0.*Needs attention1/s)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export unsent deals' }).click()
  return (await downloading).path()
}

test('a deal whose rows are damaged on the phone needs attention, is exported, and the office adopts it', async ({
  page,
  context,
  ownVeni,
}) => {
  const { invoiceId, lines, sha256 } = await payWithDamagedRows(page, context)
  const file = await exportFromProfile(page)
  await context.unroute('**/api/**')

  const adopt = ['deals', 'adopt', file]
  expect(await failOps(ownVeni.dataDir, 'import', 'deals', file)).toContain(
    `${invoiceId}: refused, the phone cannot read it`,
  )
  const asked = await failOps(ownVeni.dataDir, ...adopt)
  expect(asked).toContain('hair_lines: found "damaged". Add --set hair_lines=VALUE')
  expect(asked).toContain('cash_amount: found null. Add --set cash_amount=VALUE')
  const given = ['--set', `hair_lines=${lines}`, '--set', 'cash_amount=350']
  expect(await runOps(ownVeni.dataDir, ...adopt, ...given)).toContain(
    `${invoiceId}: adopted, not read from the phone: hair_lines, cash_amount`,
  )
  expect(await runOps(ownVeni.dataDir, ...adopt)).toContain(`${invoiceId}: already stored`)
  expect(await runOps(ownVeni.dataDir, 'deals', '--attention')).toContain('adopted by the office')

  await ownVeni.kill9()
  const { cashPayments, orders, photos } = await readServerRows(ownVeni.dataDir)
  expect(cashPayments).toMatchObject([
    {
      invoiceId,
      customerId: 1,
      hairValuePaise: 350_00,
      cashAmountPaise: 350_00,
      upiReference: 'UPI2611250001',
      hairPhotoUrl: expect.stringContaining(sha256) as unknown,
    },
  ])
  expect(orders).toMatchObject([{ invoiceId, status: 'delivered' }])
  expect(photos).toEqual([{ hash: sha256 }])
})
