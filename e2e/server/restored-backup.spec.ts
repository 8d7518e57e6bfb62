import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readServerRows } from '../network/server-rows.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'
import { newPacketPhoto } from '../support/photo.ts'
import {
  chooseCash,
  openProfile,
  payByUpi,
  readInvoiceId,
  signIn,
  startDeal,
} from '../support/runner.ts'
import { failOps, runOps } from '../support/servers/command-line.ts'
import type { Veni } from '../support/servers/our-server.ts'

const test = testAlone.extend({
  // The server is away for a moment, and the restored one has no session.
  expectedErrors: async ({}, use) => use([/ERR_/, /status of 401/, /status of 503/]),
})

async function pay(page: Page, customer: string, reference: string): Promise<string> {
  await startDeal(page, customer, 100)
  await chooseCash(page)
  await payByUpi(page, reference, newPacketPhoto())
  const invoiceId = await readInvoiceId(page)
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
  return invoiceId
}

/** The office loses the machine, and continues with a backup. @param run runs the command line */
async function restore(veni: Veni, backup: string, run = runOps): Promise<void> {
  await veni.kill9()
  await rm(join(veni.dataDir, 'database'), { recursive: true })
  await rm(join(veni.dataDir, 'photos'), { recursive: true, force: true })
  await run(veni.dataDir, 'restore', backup)
  await veni.restart()
}

test('a deal that a restored backup does not have is sent again with its photo, and is no longer called received until then', async ({
  page,
  context,
  ownVeni,
}) => {
  await signIn(page)
  const first = await pay(page, 'Gurram Lakshmi', 'UPI2611250011')
  const backup = join(ownVeni.dataDir, 'backup')
  await runOps(ownVeni.dataDir, 'backup', backup)
  await page.goto('/deliveries')
  const second = await pay(page, 'Vishwakarma Bhagyamma', 'UPI2611250012')

  await restore(ownVeni, backup)
  await context.route('**/api/work', (route) => route.abort())
  await signIn(page)
  // The comparison has ended. The next page would continue it only after a call that the server answers.
  await expect(page.getByRole('status').getByText('2 on this phone')).toBeVisible()
  await openProfile(page)
  await expect(
    // The deal, and that its customer was interested.
    page.getByText('The office no longer has 2 item(s) that it had received'),
  ).toBeVisible()
  const counters = page.getByLabel('Where your work is')
  await expect(counters).toHaveText(/On this phone2.*Received by the office1/s)

  await context.unroute('**/api/work')
  await page.reload()
  await expect(counters).toHaveText(/On this phone0.*Received by the office2/s)
  await ownVeni.kill9()
  const { cashPayments, orders, photos } = await readServerRows(ownVeni.dataDir)
  expect(cashPayments.map(({ invoiceId }) => invoiceId).toSorted()).toEqual(
    [first, second].toSorted(),
  )
  const named = cashPayments.map(({ hairPhotoUrl }) =>
    hairPhotoUrl.slice('/api/images/'.length, -4),
  )
  expect(photos.map(({ hash }) => hash).toSorted()).toEqual(named.toSorted())
  // The number of the lost order is not given out again.
  const numbers = orders.map(({ id }) => id)
  expect(Math.max(...numbers) - Math.min(...numbers)).toBeGreaterThan(1_000_000)
})

test('a photo whose file is in no backup is sent again by the phone', async ({ page, ownVeni }) => {
  const { dataDir } = ownVeni
  await signIn(page)
  await pay(page, 'Gurram Lakshmi', 'UPI2611250011')
  // The phone stores that the photo was received.
  await page.goto('/profile')
  const counters = page.getByLabel('Where your work is')
  await expect(counters).toHaveText(/On this phone0.*Received by the office1/s)
  await rm(join(dataDir, 'photos'), { recursive: true })
  const backup = join(dataDir, 'backup')
  expect(await failOps(dataDir, 'backup', backup)).toContain('written without 1 photo')

  await restore(ownVeni, backup, failOps)
  expect(await failOps(dataDir, 'verify')).toContain(': missing, in ')
  await signIn(page)
  await expect
    .poll(() => runOps(dataDir, 'verify').catch(() => 'still missing'))
    .toContain('1 photo: 0 missing, 0 damaged.')
  await page.goto('/profile')
  await expect(counters).toHaveText(/On this phone0.*Received by the office1/s)
})
