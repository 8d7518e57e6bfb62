import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { storedPhotos } from '../support/phone-storage.ts'
import { newGrainyPhoto } from '../support/photo.ts'
import { chooseCash, readInvoiceId, signIn, startDeal } from '../support/runner.ts'
import { startWeakConnection, type WeakConnection } from '../support/servers/weak-connection.ts'
import { expect, test as base } from '../support/fixtures/test.ts'

/** A phone whose connection to our server can break. */
const test = base.extend<{ connection: WeakConnection }>({
  connection: async ({ ownVeni }, use) => {
    const connection = await startWeakConnection(ownVeni.url)
    await use(connection)
    await connection.stop()
  },
  baseURL: async ({ connection }, use) => use(connection.url),
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

/** Records the offsets that the server reports and counts the bytes that the phone sends from now on. */
function recordUpload(page: Page) {
  const offsets: number[] = []
  let sent = 0
  page.on('response', (response) => {
    const offset = response.headers()['upload-offset']
    if (response.request().method() === 'HEAD') offsets.push(Number(offset))
  })
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent += request.postDataBuffer()?.length ?? 0
  })
  return { offsets, sentBytes: () => sent }
}

test('an interrupted upload continues where it stopped, and then the phone deletes the photo', async ({
  page,
  connection,
}) => {
  const photo = newGrainyPhoto()
  const size = photo.buffer.length
  await toCashPayment(page)
  connection.breakAfter(100_000)
  const gaveUp = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
  await packet(page).getByLabel('Gallery').setInputFiles(photo)
  await expect.poll(() => connection.isBroken()).toBe(true)
  // The browser may repeat a request on a reused connection by itself.
  await gaveUp
  await expect(packet(page)).toContainText('Kept on this phone')

  const { offsets, sentBytes } = recordUpload(page)
  connection.repair()
  await page.goto('/cash-payment')
  // The photo belongs to its visit, and the app shows it from the phone storage.
  const shown = packet(page).getByRole('img', { name: 'Sealed hair packet photo' })
  await expect(shown).toHaveAttribute('src', /^blob:/)
  await complete(page)

  const sha256 = createHash('sha256').update(photo.buffer).digest('hex')
  const url = `/api/images/${sha256}.png`
  await expect
    .poll(() => storedPhotos(page))
    .toEqual([expect.objectContaining({ sha256, url, storedBytes: undefined })])
  expect(offsets).toHaveLength(1)
  // At least the acknowledged bytes, and possibly a part of the interrupted request.
  expect(offsets[0]).toBeGreaterThanOrEqual(64 * 1024)
  expect(sentBytes()).toBe(size - offsets[0]!)
  const receipt = await page.request.get(`${url}/receipt`)
  expect(await receipt.json()).toMatchObject({ data: { sha256, bytes: size } })
  expect((await page.request.get(url)).headers()).toMatchObject({ 'content-type': 'image/jpeg' })
})

test('the phone keeps a photo as long as the server reports another hash', async ({ page }) => {
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
  // When the phone asks again, it has acted on the first answer.
  await expect.poll(() => asked).toBeGreaterThan(1)
  const storedBytes = async () => (await storedPhotos(page)).map((row) => row.storedBytes)
  expect(await storedBytes()).toEqual([photo.buffer.length])
  await page.unroute('**/receipt')
  await expect.poll(storedBytes).toEqual([undefined])
})
