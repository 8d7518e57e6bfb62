import { chooseCash, payByUpi, readInvoiceId, startDeal } from '../support/runner.ts'
import { assigned, backToDeliveries, payCash, readyPhone, settleItems } from './deals.ts'
import { expect, expectAllSent, test } from './network-test.ts'
import {
  badGateway,
  brokenJson,
  captivePortal,
  good,
  cut,
  isPhoto,
  isWrite,
  on,
  onceForEach,
  replyLost,
  sentTwice,
  silentAfterCommit,
  slow,
  tooLarge,
  unavailable,
  type NetworkCondition,
} from './conditions.ts'

const received = { timeout: 60_000 }

const onceForEachCall: { name: string; condition: NetworkCondition; tag?: string }[] = [
  {
    name: 'reply dropped after the commit, at every call of the deal',
    condition: replyLost,
    tag: '@quick',
  },
  { name: 'broken JSON after the commit, at every call of the deal', condition: brokenJson },
  { name: 'HTML 502, at every call of the deal', condition: badGateway },
  { name: 'every call comes to the office twice at once', condition: sentTwice },
]
for (const { name, condition, tag = [] } of onceForEachCall) {
  test(name, { tag }, async ({ page, network, expectReconciled }) => {
    await readyPhone(page)
    network.condition = onceForEach(isWrite, condition)
    const completed = [await payCash(page, assigned[0])]
    await backToDeliveries(page)
    completed.push(await settleItems(page, assigned[1]))
    await expectAllSent(page)
    await expectReconciled(page, completed)
  })
}

const forEverything: { name: string; condition: NetworkCondition; tag?: string }[] = [
  {
    name: 'captive portal: 200 and a page of its own for everything',
    condition: captivePortal,
    tag: '@quick',
  },
  { name: 'database down: 503 for everything', condition: unavailable },
]
for (const { name, condition, tag = [] } of forEverything) {
  test(name, { tag }, async ({ page, network, expectReconciled }) => {
    await readyPhone(page)
    network.condition = condition
    const completed = [await payCash(page, assigned[0])]
    const tried = network.count(/\/api\/(?:orders|customers\/\d+)$/)
    // It goes on trying, and takes none of this for the office's word.
    await expect
      .poll(() => network.count(/\/api\/(?:orders|customers\/\d+)$/), received)
      .toBeGreaterThan(tried)
    await expect(page.getByText('On this phone', { exact: true })).toBeVisible()
    await expectReconciled(page, completed)
  })
}

test('half-open socket: connected, committed, and never an answer', async ({
  page,
  network,
  expectReconciled,
}) => {
  await readyPhone(page)
  const record = ({ call }: { call: string }) => /POST \/api\/(?:orders|cash-payments)$/.test(call)
  network.condition = onceForEach(record, silentAfterCommit)
  const completed = [await payCash(page, assigned[0])]
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible({
    timeout: 90_000,
  })
  expect(network.count(/POST \/api\/orders$/)).toBe(2)
  await expectReconciled(page, completed)
})

test('413 for the photo: the deal is with the office, the photo is kept until it is taken', async ({
  page,
  network,
  expectReconciled,
}) => {
  await readyPhone(page)
  await startDeal(page, assigned[0], 100)
  await chooseCash(page)
  network.condition = on(isPhoto, cut)
  await payByUpi(page, 'UPI413')
  const completed = [await readInvoiceId(page)]
  network.condition = on(isPhoto, tooLarge)
  await expect(page.getByText('Needs attention', { exact: true })).toBeVisible(received)
  network.condition = good
  await page.getByRole('button', { name: 'Send again' }).click()
  await expectReconciled(page, completed)
})

test('50 kbit/s down, 20 up, half a second late', async ({ page, network, expectReconciled }) => {
  await readyPhone(page)
  network.condition = slow(50, 20, 500)
  const completed = [await payCash(page, assigned[0])]
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible({
    timeout: 120_000,
  })
  await expectReconciled(page, completed)
})

test('airplane mode on and off each second', async ({ page, context, expectReconciled }) => {
  await readyPhone(page)
  let isOff = false
  const toggling = setInterval(() => void context.setOffline((isOff = !isOff)), 1_000)
  const completed: string[] = []
  for (const name of assigned.slice(0, 3)) {
    completed.push(await payCash(page, name))
    await backToDeliveries(page)
  }
  // Never a whole deal's time of network at once, and still all of them arrive.
  await expectAllSent(page)
  clearInterval(toggling)
  await context.setOffline(false)
  await expectReconciled(page, completed)
})
