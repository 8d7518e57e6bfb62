import { chromiumFlags, findBrowser } from '../../scripts/environment/chromium.mjs'
import { signIn, startVisit } from '../support/runner.ts'
import { expect, testAlone as test } from '../support/fixtures/test.ts'

const executablePath = findBrowser()

// Without this flag Chromium reports the same quota to every page.
test.use({
  launchOptions: {
    args: [...chromiumFlags, '--disable-features=StaticStorageQuota'],
    ...(executablePath && { executablePath }),
  },
})

test('a full phone shows a warning before weighing, and no warning when it has free space again [R-8.078]', async ({
  page,
  context,
  baseURL,
}) => {
  const full = page.getByText(/This phone is almost full/)
  await signIn(page)
  const client = await context.newCDPSession(page)
  const origin = baseURL ?? ''
  await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 0 })
  await startVisit(page, 'Gurram Lakshmi')
  await expect(full).toBeVisible()
  await expect(page.getByLabel('Black Hair weight in grams', { exact: true })).toHaveValue('')

  // The runner deletes something in the settings of the phone and returns to the app.
  await client.send('Storage.overrideQuotaForOrigin', { origin })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(full).toBeHidden()
})
