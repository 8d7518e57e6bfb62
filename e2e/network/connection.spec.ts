import { chooseCash } from '../support/runner.ts'
import { readPhoneWork } from '../support/phone-storage.ts'
import {
  assigned,
  backToDeliveries,
  payCash,
  payTyped,
  readCompleted,
  readyPhone,
  settleItems,
  startTyped,
} from './deals.ts'
import { newTypedDeal, type CompletedDeal } from './typed-deal.ts'
import { expect, expectAllSent, expectTruth, test } from './network-test.ts'
import { countDealCalls } from './proxy.ts'
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

const onceForEachCall: { name: string; condition: NetworkCondition; tag?: string }[] = [
  {
    name: 'the reply is lost after the commit, at every call of the deal',
    condition: replyLost,
    tag: '@quick',
  },
  { name: 'broken JSON after the commit, at every call of the deal', condition: brokenJson },
  { name: 'a proxy answers 502 with HTML, at every call of the deal', condition: badGateway },
  { name: 'the server receives every call twice at once', condition: sentTwice },
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
    name: 'captive portal: status 200 and its own page for every call',
    condition: captivePortal,
    tag: '@quick',
  },
  { name: 'database down: 503 for every call', condition: unavailable },
]
for (const { name, condition, tag = [] } of forEverything) {
  test(name, { tag }, async ({ page, network, expectReconciled }) => {
    await readyPhone(page)
    network.condition = condition
    const completed = [await payCash(page, assigned[0])]
    const tried = network.count(/POST \/api\/work$/)
    // The app continues to try and accepts none of these replies as the server's.
    await expect
      .poll(() => network.count(/POST \/api\/work$/), { timeout: 180_000 })
      .toBeGreaterThan(tried)
    await expect(page.getByText('On this phone', { exact: true })).toBeVisible()
    await expectReconciled(page, completed)
  })
}

test('half-open socket: the server commits, and no reply comes', async ({
  page,
  network,
  expectReconciled,
}) => {
  await readyPhone(page)
  const record = ({ call }: { call: string }) => call === 'POST /api/work'
  network.condition = onceForEach(record, silentAfterCommit)
  const completed = [await payCash(page, assigned[0])]
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
  const { deals } = await readPhoneWork(page)
  expect(countDealCalls(network.calls, deals)).toBe(2)
  await expectReconciled(page, completed)
})

test('413 for the photo: the server has the deal, and the phone stores the photo until it is received', async ({
  page,
  network,
  ownVeni,
  expectReconciled,
}) => {
  await readyPhone(page)
  const deal = newTypedDeal(assigned[0])
  await startTyped(page, deal)
  await chooseCash(page)
  network.condition = on(isPhoto, cut)
  await payTyped(page, deal)
  const completed = [await readCompleted(page, deal)]
  network.condition = on(isPhoto, tooLarge)
  await expect(page.getByText('Needs attention', { exact: true })).toBeVisible()
  await expectTruth(page, completed, ownVeni.dataDir)
  network.condition = good
  await page.getByRole('button', { name: 'Send again' }).click()
  await expectReconciled(page, completed)
})

test('50 kbit/s down, 20 kbit/s up, half a second delay', async ({
  page,
  network,
  expectReconciled,
}) => {
  await readyPhone(page)
  network.condition = slow(50, 20, 500)
  const completed = [await payCash(page, assigned[0])]
  // docs/reliability.md promises two minutes.
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible({
    timeout: 120_000,
  })
  await expectReconciled(page, completed)
})

test('flight mode on and off each second', async ({ page, context, expectReconciled }) => {
  await readyPhone(page)
  let isOff = false
  const toggling = setInterval(() => void context.setOffline((isOff = !isOff)), 1_000)
  const completed: CompletedDeal[] = []
  for (const name of assigned.slice(0, 3)) {
    completed.push(await payCash(page, name))
    await backToDeliveries(page)
  }
  // The network is never up long enough for a whole deal.
  await expectAllSent(page)
  clearInterval(toggling)
  await context.setOffline(false)
  await expectReconciled(page, completed)
})
