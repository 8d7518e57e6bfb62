import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { storedPhotos } from '../support/phone-storage.ts'
import { newGrainyPhoto } from '../support/photo.ts'
import { chooseCash, readInvoiceId, signIn, startDeal } from '../support/runner.ts'
import { startWeakLink, type WeakLink } from '../support/servers/weak-link.ts'
import { expect, test as base } from '../support/fixtures/test.ts'

/** A phone whose way to our server can break. */
const test = base.extend<{ link: WeakLink }>({
  link: async ({ ownVeni }, use) => {
    const link = await startWeakLink(ownVeni.url)
    await use(link)
    await link.stop()
  },
  baseURL: async ({ link }, use) => use(link.url),
  expectedErrors: async ({}, use) => use([/ERR_|Failed to load resource/]),
})

const packet = (page: Page) => page.getByRole('group', { name: 'Sealed hair packet photo' })

async function toCashPayment(page: Page): Promise<void> {
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
}

async function complete(page: Page): Promise<void> {
  await page.getByLabel('UPI reference number').fill('UPI2611210001')
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await readInvoiceId(page)
}

test('a photo whose upload broke in the middle goes on where it was, and then leaves the phone', async ({
  page,
  link,
}) => {
  const photo = newGrainyPhoto()
  const size = photo.buffer.length
  await toCashPayment(page)
  link.breakAfter(100_000)
  const gaveUp = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
  await packet(page).getByLabel('Gallery').setInputFiles(photo)
  await expect.poll(() => link.isBroken()).toBe(true)
  // The browser may try a connection that was used before once more by itself.
  await gaveUp
  await expect(packet(page)).toContainText('Kept on this phone')

  const offsets: number[] = []
  let sentAgain = 0
  page.on('response', (response) => {
    const offset = response.headers()['upload-offset']
    if (response.request().method() === 'HEAD') offsets.push(Number(offset))
  })
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sentAgain += request.postDataBuffer()?.length ?? 0
  })
  link.mend()
  await page.goto('/cash-payment')
  // It belongs to its visit, and is shown from the phone.
  const shown = packet(page).getByRole('img', { name: 'Sealed hair packet photo' })
  await expect(shown).toHaveAttribute('src', /^blob:/)
  await complete(page)

  const sha256 = createHash('sha256').update(photo.buffer).digest('hex')
  const url = `/api/images/${sha256}.png`
  await expect
    .poll(() => storedPhotos(page))
    .toEqual([expect.objectContaining({ sha256, url, storedBytes: undefined })])
  expect(offsets).toHaveLength(1)
  // At least what was acknowledged; of the part that broke, what came through.
  expect(offsets[0]).toBeGreaterThanOrEqual(64 * 1024)
  expect(sentAgain).toBe(size - offsets[0]!)
  expect(await (await page.request.get(url)).body()).toEqual(photo.buffer)
})

test('a photo stays on the phone as long as the office shows other bytes than its own', async ({
  page,
}) => {
  const photo = newGrainyPhoto()
  await toCashPayment(page)
  await packet(page).getByLabel('Gallery').setInputFiles(photo)
  await expect(packet(page)).toContainText('Photo received by the office')
  let asked = 0
  await page.route('**/receipt', async (route) => {
    asked += 1
    const data = { url: '', sha256: '0'.repeat(64), bytes: photo.buffer.length }
    await route.fulfill({ json: { success: true, data } })
  })
  await complete(page)
  await expect.poll(() => asked).toBeGreaterThan(0)
  const storedBytes = async () => (await storedPhotos(page)).map((row) => row.storedBytes)
  expect(await storedBytes()).toEqual([photo.buffer.length])
  await page.unroute('**/receipt')
  await expect.poll(storedBytes, { timeout: 60_000 }).toEqual([undefined])
})
