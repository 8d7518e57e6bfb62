import { chooseItems, signIn, startVisit, takePacketPhoto, weigh } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/test.ts'
import { waitForProductPictures } from '../states/state.ts'

const PHONE = { width: 385, height: 712 }
const GAP = 20

/** A page with the screenshots side by side. Its background differs from both themes. */
const sideBySide = (screens: readonly Buffer[]) => `
  <body style="display: flex; gap: ${GAP}px; margin: ${GAP}px; background: #e6e2d6">
    ${screens
      .map(
        (screen) =>
          `<img src="data:image/png;base64,${screen.toString('base64')}" style="border-radius: 20px">`,
      )
      .join('')}
  </body>`

test('four screens of a deal, for the README', async ({ page, browser }) => {
  const screens: Buffer[] = []
  async function takeScreenshot() {
    await page.evaluate(() => window.scrollTo(0, 0))
    await waitForProductPictures(page)
    screens.push(await page.screenshot({ animations: 'disabled' }))
  }
  await page.setViewportSize(PHONE)
  await signIn(page)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
  await takeScreenshot()

  await startVisit(page, 'Gurram Lakshmi')
  await weigh(page, 'Black Hair', 200)
  await page.getByRole('heading', { name: 'Choose Payment Mode' }).click()
  await takeScreenshot()

  await chooseItems(page)
  for (const product of ['Cooking Set', 'Handbag'])
    await page.getByRole('button', { name: `BUY ${product}` }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await takeScreenshot()

  await page.goto('/items-settlement')
  await takePacketPhoto(page)
  await page.getByRole('button', { name: 'Confirm & Generate Invoice' }).click()
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
  await takeScreenshot()

  const width = screens.length * (PHONE.width + GAP) + GAP
  const viewport = { width, height: PHONE.height + 2 * GAP }
  const sheet = await browser.newPage({ viewport })
  await sheet.setContent(sideBySide(screens))
  await sheet.screenshot({ path: 'docs/pictures/deal.png' })
  await sheet.close()
})
