import type { Page } from '@playwright/test'
import {
  chooseCash,
  readInvoiceId,
  signIn,
  startVisit,
  takePacketPhoto,
} from '../support/runner.ts'
import {
  assigned,
  backToDeliveries,
  payCash,
  readCompleted,
  readyPhone,
  settleItems,
  startTyped,
} from './deals.ts'
import { newTypedDeal, type CompletedDeal } from './typed-deal.ts'
import { completedOf, finishVisit, stepsOf, visitTo } from './interrupted-visit.ts'
import { fillPhone, makeFillable, freeSpace } from './full-phone.ts'
import { putFirstReleaseDatabase } from './first-release-database.ts'
import { readPhoneWork } from '../support/phone-storage.ts'
import { expect, expectAllSent, test } from './network-test.ts'
import { badGateway, isWrite, on, onceForEach, replyLost } from './conditions.ts'

const HOUR_MS = 3_600_000

test('flight mode for the whole deal', async ({ page, context, network, expectReconciled }) => {
  await readyPhone(page)
  await context.setOffline(true)
  // A new page, as after a restart of the phone.
  await page.close()
  const next = await context.newPage()
  const asked = network.calls.length
  await next.goto('/deliveries')
  const completed = [await payCash(next, assigned[0])]
  await backToDeliveries(next)
  completed.push(await settleItems(next, assigned[1]))
  await next.goto('/profile')
  for (const { invoiceId } of completed) await expect(next.getByText(invoiceId)).toBeVisible()
  // Playwright's flight mode covers only pages. The browser itself still looks for a newer service worker.
  expect(network.calls.slice(asked).filter(({ call }) => call !== 'GET /sw.js')).toEqual([])
  await expectReconciled(next, completed)
})

test('two tabs complete the same visit and then one visit each, with lost replies', async ({
  page,
  context,
  network,
  expectReconciled,
}) => {
  await readyPhone(page)
  const deal = newTypedDeal(assigned[0])
  await startTyped(page, deal)
  await chooseCash(page)
  const opened = context.waitForEvent('page')
  // The new tab gets a copy of the session storage, as after a link that opens a new tab.
  await page.evaluate(() => window.open(location.href))
  const other = await opened
  network.condition = onceForEach(isWrite, replyLost)
  await takePacketPhoto(page, deal.packet)
  const type = (tab: Page) => tab.getByLabel('UPI reference number').fill(deal.reference)
  for (const tab of [page, other]) await type(tab)
  await other.reload()
  await type(other)
  await expect(other.getByRole('img', { name: 'Sealed hair packet photo' })).toBeVisible()
  const tabs = [page, other]
  const complete = tabs.map((tab) =>
    tab.getByRole('button', { name: 'Complete & Generate Invoice' }),
  )
  const pressed = await Promise.all(complete.map((button) => button.elementHandle()))
  // The clicks do not wait for the page, because the first tab closes the visit in the other at any moment.
  await Promise.all(pressed.map((button) => button?.dispatchEvent('click')))
  const ids = new Set((await Promise.all(tabs.map(invoiceOrClosed))).flat())
  expect(ids.size).toBe(1)
  await Promise.all(tabs.map((tab) => tab.goto('/deliveries')))
  const others = [payCash(page, assigned[1]), payCash(other, assigned[2])]
  const shared = [...ids].map((invoiceId) => ({ ...deal, invoiceId }))
  await expectReconciled(page, [...shared, ...(await Promise.all(others))])
})

/** The invoice id if this tab completed the visit; nothing if the other tab closed it. */
async function invoiceOrClosed(tab: Page): Promise<string[]> {
  const closed = tab.getByText('No customer selected')
  await expect(tab.getByText(/^(INV|CASH)-\d+-[A-Z0-9]{6}$/).or(closed)).toBeVisible()
  return (await closed.isVisible()) ? [] : [await readInvoiceId(tab)]
}

test('tab killed at each step of the deal', async ({
  page,
  context,
  network,
  expectReconciled,
}) => {
  await readyPhone(page)
  await page.close()
  const completed: CompletedDeal[] = []
  for (const [step, id] of ids.entries()) {
    const visit = visitTo(id)
    const tab = await context.newPage()
    for (const enter of stepsOf(tab, visit).slice(0, step + 1)) await enter()
    await tab.close({ runBeforeUnload: false })
    const next = await context.newPage()
    await finishVisit(next, visit)
    const { deals } = await readPhoneWork(next)
    expect(deals).toHaveLength(step + 1)
    completed.push(...completedOf(deals, [visit]))
    expect(completed).toHaveLength(step + 1)
    await next.close()
  }
  expect(network.count(/POST \/api\/work$/)).toBeGreaterThan(0)
  const last = await context.newPage()
  await last.goto('/deliveries')
  await expectReconciled(last, completed)
})
/** Of assigned customers of the sample data. */
const ids = [1, 2, 3, 7, 13]

test(
  'camera: Android discards the page while the camera is open',
  { tag: '@quick' },
  async ({ page, expectReconciled }) => {
    await readyPhone(page)
    const visit = visitTo(1)
    for (const step of stepsOf(page, visit).slice(0, 3)) await step()
    const camera = page.waitForEvent('filechooser')
    await page.getByLabel('Take photo').click()
    await camera
    // Android reloads the page later, with the session storage of the tab.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Cash Payment' })).toBeVisible()
    await finishVisit(page, visit)
    expect(visit.again.length).toBeLessThanOrEqual(1)
    await expectReconciled(page, [await readCompleted(page, visit)])
  },
)

for (const [name, ahead] of [
  ["the phone's clock is an hour ahead", HOUR_MS],
  ["the phone's clock is an hour behind", -HOUR_MS],
] as const) {
  test(name, async ({ page, network, expectReconciled }) => {
    await page.clock.install({ time: Date.now() + ahead })
    await readyPhone(page)
    network.condition = onceForEach(isWrite, replyLost)
    const completed = [await payCash(page, assigned[0])]
    await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
    await expectReconciled(page, completed)
  })
}

test("the phone's clock is set back an hour while a deal waits", async ({
  page,
  network,
  expectReconciled,
}) => {
  await page.clock.install({ time: Date.now() + HOUR_MS })
  await readyPhone(page)
  network.condition = on(isWrite, badGateway)
  const completed = [await payCash(page, assigned[0])]
  await expect.poll(() => network.count(/POST \/api\/work$/)).toBeGreaterThan(1)
  await page.clock.setSystemTime(Date.now())
  await expectReconciled(page, completed)
})

test('quota 0: the phone is full at the photo and at the last tap', async ({
  page,
  expectReconciled,
  expectedErrors,
}) => {
  expectedErrors.push(/not kept|not stored|Quota|No room/i)
  await makeFillable(page)
  await readyPhone(page)
  const deal = newTypedDeal(assigned[0])
  await startTyped(page, deal)
  await chooseCash(page)
  await fillPhone(page)
  await page.getByLabel('UPI reference number').fill(deal.reference)
  await page.getByLabel('Gallery').setInputFiles(deal.packet)
  await expect(page.getByText('Failed to upload photo. Please try again.')).toBeVisible()
  await freeSpace(page)
  await takePacketPhoto(page, deal.packet)
  await fillPhone(page)
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await expect(page.getByText('Failed to generate invoice. Please try again.')).toBeVisible()
  expect((await readPhoneWork(page)).deals).toEqual([])
  await freeSpace(page)
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await expectReconciled(page, [await readCompleted(page, deal)])
})

test("the phone's storage is cleared between two deals and in the middle of a visit", async ({
  page,
  context,
  network,
  expectReconciled,
}) => {
  await readyPhone(page)
  const completed = [await payCash(page, assigned[0])]
  await expectAllSent(page)
  await backToDeliveries(page)
  await startVisit(page, assigned[1])
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes: 'all' })
  // After signing in, the app shows the data of the server. The open visit is lost and starts again.
  await signIn(page)
  const visit = visitTo(2)
  await finishVisit(page, visit)
  completed.push(await readCompleted(page, visit))
  await expectReconciled(page, completed)
})

test('old version: a database of the first release with unsent deals', async ({
  page,
  expectReconciled,
}) => {
  const completed = await putFirstReleaseDatabase(page)
  await page.goto('/deliveries')
  await expectReconciled(page, completed)
})
