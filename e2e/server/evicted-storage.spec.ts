import type { Page } from '@playwright/test'
import { expect, SERVER_STOPPED, testAlone } from '../support/fixtures/test.ts'
import { newPacketPhoto } from '../support/photo.ts'
import { chooseCash, payByUpi, readInvoiceId, signIn, startDeal } from '../support/runner.ts'
import { runOps } from '../support/servers/command-line.ts'
import type { Veni } from '../support/servers/our-server.ts'

const test = testAlone.extend({
  expectedErrors: async ({}, use) => use([/status of 503/, SERVER_STOPPED]),
})

/** What a browser takes away when the disk is full. Cookies stay. */
const EVICTED = 'indexeddb,cache_storage,local_storage,service_workers,file_systems,storage_buckets'

async function clearStorage(page: Page, { url }: Veni, storageTypes: string): Promise<void> {
  await page.goto('about:blank')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes })
}

/** The office hears that a deal waits, and the phone loses it before the server takes it. */
async function loseDeal(page: Page, veni: Veni, storageTypes: string): Promise<void> {
  await signIn(page)
  const error = { error: { code: 'unavailable', message: 'Try again later' } }
  await page.route('**/api/work', (route) => route.fulfill({ status: 503, json: error }))
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await payByUpi(page, 'UPI2611250031', newPacketPhoto())
  await readInvoiceId(page)
  // The deal waits for the status before it, whose next attempt can come minutes later.
  await expect
    .poll(() => runOps(veni.dataDir, 'phones'), { timeout: 180_000 })
    .toContain('unsent 1 deal, 1 photo and')
  // A page that is being left is no longer intercepted, and could send the deal.
  await veni.kill9()
  await clearStorage(page, veni, storageTypes)
  await page.unroute('**/api/work')
  await veni.restart()
  await signIn(page)
}

const reported =
  /The office last heard from it on .* Waiting on it then: 1 deal\(s\), 1 photo\(s\), 1 other change\(s\), the oldest of .*Customers: #1\./

test('after an eviction the runner is told once in a dialog and on /profile what was lost, until the office has settled it', async ({
  page,
  ownVeni,
}) => {
  await loseDeal(page, ownVeni, EVICTED)
  const dialog = page.getByRole('alertdialog', { name: 'This phone has lost its storage' })
  await expect(dialog).toContainText(reported)
  await expect(dialog).toContainText('Call the office before you weigh or pay again.')
  await dialog.getByRole('button', { name: 'Show on my profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  const notice = page.getByText('What you did after that without network is lost, too.')
  await expect(notice).toBeVisible()

  const list = await runOps(ownVeni.dataDir, 'phones')
  expect(list).toMatch(/evicted: yes\n! lost: order or change of customer 1, .*\n! lost: deal of/)
  await page.reload()
  await expect(notice).toBeVisible()
  await expect(dialog).toBeHidden()

  const [id = ''] = /^[\da-f]{8}(?=.*evicted: yes)/m.exec(list) ?? []
  await runOps(ownVeni.dataDir, 'phones', 'remove', id)
  await page.reload()
  await expect(notice).toBeHidden()
})

test('when the cookies are gone, too, the runner is told of a phone that has been silent since', async ({
  page,
  ownVeni,
}) => {
  await loseDeal(page, ownVeni, 'all')
  const dialog = page.getByRole('alertdialog', {
    name: 'The office no longer hears from a phone of yours',
  })
  await expect(dialog).toContainText(reported)
  await expect(dialog).toContainText('If it was this phone, they are lost.')
  expect(await runOps(ownVeni.dataDir, 'phones')).not.toContain('evicted')
})
