import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  deleteStoredPhotos,
  expectOutboxEmpty,
  readPhoneWork,
  storedPhotos,
} from '../support/phone-storage.ts'
import { newPacketPhoto, newUnreadablePhoto } from '../support/photo.ts'
import {
  chooseCash,
  chooseItems,
  payByUpi,
  readInvoiceId,
  signIn,
  startDeal,
  takePacketPhoto,
} from '../support/runner.ts'
import { listDealsToCheck, runOps } from '../support/servers/command-line.ts'
import { hashPhotoFiles } from '../network/server-rows.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const test = testAlone.extend({
  expectedErrors: async ({}, use) => use([/ERR_/, /status of (404|415)/]),
})

const sha256Of = (buffer: Buffer) => createHash('sha256').update(buffer).digest('hex')

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' })

/** Waits until the deal needs attention, and takes another photo of the packet for it. @returns the photo */
async function replacePhoto(page: Page, reason: string) {
  await page.goto('/profile')
  await expect(attention(page)).toContainText(reason)
  const photo = newPacketPhoto()
  const packet = attention(page).getByRole('group', { name: 'Sealed hair packet photo' })
  await packet.getByLabel('Gallery').setInputFiles(photo)
  await expect(attention(page)).not.toBeVisible()
  await expectOutboxEmpty(page)
  const [deal] = (await readPhoneWork(page)).deals
  expect(deal?.receivedAt).toBeGreaterThan(0)
  return photo
}

test('a photo whose bytes are lost before the upload is replaced, and the office has the other one and the reason', async ({
  page,
  context,
  ownVeni,
}) => {
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await expectOutboxEmpty(page)
  await context.setOffline(true)
  await payByUpi(page, 'UPI2611250001', newPacketPhoto())
  const invoiceId = await readInvoiceId(page)
  await deleteStoredPhotos(page)
  await context.setOffline(false)

  const photo = await replacePhoto(page, 'A photo of this deal is no longer on this phone')
  const sha256 = sha256Of(photo.buffer)
  expect(await hashPhotoFiles(ownVeni.dataDir)).toEqual([sha256])
  expect(await storedPhotos(page)).toMatchObject([{ sha256, storedBytes: undefined }])
  const listed = await listDealsToCheck(ownVeni.dataDir)
  expect(listed).toContain(invoiceId)
  expect(listed).toContain('  packet photo: received')
  expect(listed).toMatch(
    /! packet photo replaced after the deal, taken .+; the one before was no longer on the phone/,
  )
})

test('a photo that the server refuses is replaced, and the office has the other one and the reason', async ({
  page,
  context,
  ownVeni,
}) => {
  await signIn(page)
  await startDeal(page, 'Vishwakarma Bhagyamma', 200)
  await chooseItems(page)
  await page.getByRole('button', { name: 'BUY Handbag' }).click()
  const cart = page.getByRole('region', { name: 'Cart' })
  await cart.getByRole('button', { name: /Open cart/ }).click()
  await cart.getByRole('button', { name: 'Settle with items' }).click()
  await expect(page.getByRole('heading', { name: 'Items Settlement' })).toBeVisible()
  await expectOutboxEmpty(page)
  await context.setOffline(true)
  await takePacketPhoto(page, newUnreadablePhoto())
  await page.getByRole('button', { name: 'Confirm & Generate Invoice' }).click()
  const invoiceId = await readInvoiceId(page)
  await context.setOffline(false)

  const photo = await replacePhoto(page, 'The office does not take a photo of this kind')
  expect(await hashPhotoFiles(ownVeni.dataDir)).toEqual([sha256Of(photo.buffer)])
  const listed = await listDealsToCheck(ownVeni.dataDir)
  expect(listed).toContain(invoiceId)
  expect(listed).toContain('  packet photo: received')
  expect(listed).toMatch(
    /! packet photo replaced after the deal, taken .+; the one before was refused by the server: wrong-type/,
  )
  expect(await runOps(ownVeni.dataDir, 'verify')).toContain('1 photo: 0 missing, 0 damaged.')
})
