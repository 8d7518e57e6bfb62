import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { payCash, signIn } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/journey-test.ts'

/** Signs in and pays for 100 g of black hair. @returns the invoice id */
async function completeDeal(page: Page): Promise<string> {
  await signIn(page)
  return payCash(page, 'Gurram Lakshmi', 'UPI2611210001')
}

test('the printed page has only the invoice, on rolls of 58 and 80 mm and on A4', async ({
  page,
}) => {
  const invoiceId = await completeDeal(page)
  await expect(page.getByRole('img', { name: `QR code of invoice ID ${invoiceId}` })).toBeVisible()
  const invoice = page.getByRole('article', { name: 'Invoice' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const paper of paperWidthsMm) {
    await page.setViewportSize({ width: Math.floor((paper / 25.4) * 96), height: 800 })
    expect(await paintedText(page)).toBe(
      await invoice.evaluate((one: HTMLElement) => one.innerText),
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    // Black text without a background, also in the dark theme.
    await expect(invoice).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(invoice).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    const pdf = await page.pdf({ width: `${paper}mm`, height: '297mm' })
    expect(countPages(pdf)).toBe(1)
  }
})

const paperWidthsMm = [58, 80, 210]

/** All visible text of the page, also outside the invoice. */
const paintedText = (page: Page) => page.evaluate(() => document.body.innerText.trim())

test('the invoice is downloaded as one HTML file, and opens from the profile without a network', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  const invoiceId = await completeDeal(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${invoiceId}.html`)
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain(`<title>Invoice ${invoiceId}</title>`)
  expect(file).toContain('UPI2611210001')
  expect(file).toContain('<svg viewBox=')

  await page.getByRole('button', { name: 'Back to Deliveries' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('link', { name: new RegExp(invoiceId) })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: new RegExp(invoiceId) }).click()
  const invoice = page.getByRole('article', { name: 'Invoice' })
  await expect(invoice).toContainText(invoiceId)
  await expect(invoice).toContainText('100 g × ₹70 / 20 g')
  await expect(invoice.getByRole('img', { name: /QR code/ })).toBeVisible()
})

/** The number of pages of a PDF, also if its objects are in compressed streams. */
function countPages(pdf: Buffer): number {
  const text = pdf.toString('latin1')
  const packed = [...text.matchAll(packedObjects)].map(([, stream = '']) =>
    inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
  )
  return [text, ...packed].join('\n').match(/\/Type \/Page\b/g)?.length ?? 0
}

const packedObjects = /\/Type \/ObjStm\b[^]*?stream\r?\n([^]*?)\r?\nendstream/g
