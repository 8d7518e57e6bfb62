import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseCash } from '../support/runner.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'
import {
  assigned,
  backToDeliveries,
  enterCode,
  payCash,
  payTyped,
  readCompleted,
  readyPhone,
  settleItems,
  startTyped,
} from './deals.ts'
import { newTypedDeal, type CompletedDeal } from './typed-deal.ts'
import { importCustomers, listDealsToCheck } from '../support/servers/command-line.ts'
import { readPhoneWork } from '../support/phone-storage.ts'
import { expect, expectAllSent, expectTruth, test } from './network-test.ts'
import { good, cut, isWrite, on } from './conditions.ts'
import { countDealCalls } from './proxy.ts'

test(
  'server killed with SIGKILL three times while it receives many calls',
  { tag: '@quick' },
  async ({ page, context, network, ownVeni, expectReconciled }) => {
    await readyPhone(page)
    await context.setOffline(true)
    const completed: CompletedDeal[] = []
    for (const name of assigned.slice(0, 4)) {
      completed.push(await payCash(page, name))
      await backToDeliveries(page)
    }
    const fatal = new Set([3, 8, 13])
    let writes = 0
    network.condition = on(
      (passing) => isWrite(passing) && fatal.has((writes += 1)),
      async ({ forward, request }) => {
        // The kill comes directly after the call, so the commit may or may not have happened.
        forward().catch(() => undefined)
        await ownVeni.kill9()
        request.socket.destroy()
        await ownVeni.restart()
      },
    )
    await context.setOffline(false)
    await expectAllSent(page)
    expect(writes).toBeGreaterThan(13)
    await expectReconciled(page, completed)
  },
)

test('long server outage with several deals', async ({
  page,
  network,
  ownVeni,
  expectReconciled,
}) => {
  await readyPhone(page)
  await ownVeni.kill9()
  const completed = [await payCash(page, assigned[0])]
  await backToDeliveries(page)
  completed.push(await settleItems(page, assigned[1]))
  await backToDeliveries(page)
  completed.push(await payCash(page, assigned[2]))
  await backToDeliveries(page)
  completed.push(await payCash(page, assigned[3]))
  const { deals } = await readPhoneWork(page)
  expect(deals).toHaveLength(4)
  expect(countDealCalls(network.calls, deals)).toBe(0)
  await ownVeni.restart()
  await expectReconciled(page, completed)
})

test("the server's disk refuses photos for a while", async ({
  page,
  ownVeni,
  expectReconciled,
}) => {
  await readyPhone(page)
  // A file replaces the folder of photos, so every photo gets a 500.
  const photos = join(ownVeni.dataDir, 'photos')
  await rm(photos, { recursive: true, force: true })
  await writeFile(photos, '')
  const completed = [await payCash(page, assigned[0])]
  // The server has the deal before its photo.
  const payments = async () => (await readRunnerRecord(page)).cash_payments
  await expect.poll(payments).toHaveLength(1)
  await expect(page.getByText('On this phone', { exact: true })).toBeVisible()
  await expectTruth(page, completed, ownVeni.dataDir)
  await rm(photos)
  await expectReconciled(page, completed)
})

test('session expired in the middle of a visit', async ({ page, context, expectReconciled }) => {
  await readyPhone(page)
  const deal = newTypedDeal(assigned[0])
  await startTyped(page, deal)
  await chooseCash(page)
  await context.clearCookies()
  await payTyped(page, deal)
  await expect(page.getByText('Please sign in again')).toBeVisible()
  const { deals } = await readPhoneWork(page)
  await enterCode(page)
  await expectReconciled(
    page,
    deals.map(({ invoiceId }) => ({ ...deal, invoiceId })),
  )
})

test('customer reassigned to another runner in the middle of a visit', async ({
  page,
  network,
  ownVeni,
  expectReconciled,
}) => {
  await readyPhone(page)
  const deal = newTypedDeal(assigned[0])
  await startTyped(page, deal)
  await chooseCash(page)
  network.condition = on(isWrite, cut)
  await assign(ownVeni.dataDir, 2)
  await payTyped(page, deal)
  const completed = [await readCompleted(page, deal)]
  network.condition = good
  await expectReconciled(page, completed)
  // The deal was paid, so it is received; the office sees that the customer was another runner's.
  expect(await listDealsToCheck(ownVeni.dataDir)).toContain(completed[0]?.invoiceId)
})

test('an update of the app arrives during a visit', async ({ page, ownVeni, expectReconciled }) => {
  await readyPhone(page)
  const deal = newTypedDeal(assigned[0])
  await startTyped(page, deal)
  await ownVeni.restart({ COMPANY_UPI_ID: 'office@bank' })
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const isWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))
  await expect.poll(isWaiting).toBe(true)
  await chooseCash(page)
  // A reload still uses the files of the old version.
  await page.reload()
  await payTyped(page, deal)
  const completed = [await readCompleted(page, deal)]
  await backToDeliveries(page)
  await page.getByRole('button', { name: 'Update now' }).click()
  await expect.poll(() => page.locator('#veni-config').textContent()).toContain('office@bank')
  completed.push(await payCash(page, assigned[1]))
  await expectReconciled(page, completed)
})

/** Assigns the first customer to a runner, as the office does. */
const assign = (dataDir: string, runnerId: number) =>
  importCustomers(dataDir, [{ customerId: '1', name: assigned[0] }], runnerId)
