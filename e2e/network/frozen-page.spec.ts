import { rm } from 'node:fs/promises'
import { newSignedInProfile, startPhone } from '../support/browsers/persistent-phone.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'
import { expectAppInstalled, expectSnapshot } from '../support/phone-storage.ts'
import { payCash } from '../support/runner.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'

const test = testAlone.extend({
  expectedErrors: async ({}, use) => use([/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_REFUSED/]),
})
test.use({ serviceWorkers: 'allow' })

const REFERENCE = 'UPI-IN-THE-BACKGROUND'

/**
 * Not part of `npm test`: on a loaded machine it can fail. DevTools freezes the page at once, also in the middle of a
 * transaction of the database, and the worker then waits for it. Chromium itself freezes no page that blocks another one.
 */
test('the worker sends while the only page is frozen in the background', async ({ ownVeni }) => {
  const profile = await newSignedInProfile(ownVeni.url)
  const phone = await startPhone(profile, `${ownVeni.url}/deliveries`, { noDefaults: true })
  const { page } = phone
  const context = page.context()
  await expectSnapshot(page, 'customers')
  await expectAppInstalled(page)
  await context.setOffline(true)
  await payCash(page, 'Gurram Lakshmi', REFERENCE)
  await expect(page.getByRole('status').getByText('2 on this phone')).toBeVisible()
  const elsewhere = await context.newPage()
  await elsewhere.bringToFront()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await context.setOffline(false)
  // Only the worker can have sent the deal: the page is frozen.
  await expect
    .poll(
      async () => (await readRunnerRecord({ request: context.request }, ownVeni.url)).cash_payments,
    )
    .toEqual([expect.objectContaining({ upi_reference: REFERENCE })])
  await phone.close()
  await rm(profile, { recursive: true })
})
