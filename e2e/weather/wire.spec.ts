import { chooseCash, payByUpi, readInvoiceId, startDeal } from '../support/runner.ts'
import { assigned, backToDeliveries, payCash, readyPhone, settleItems } from './deals.ts'
import type { WireWeather } from './passing.ts'
import { expect, expectAllSent, test } from './weather-test.ts'
import {
  badGateway,
  brokenJson,
  captivePortal,
  clear,
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
} from './wire-weather.ts'

const received = { timeout: 60_000 }

const onceForEachCall: { name: string; weather: WireWeather; tag?: string }[] = [
  {
    name: 'reply dropped after the commit, at every call of the deal',
    weather: replyLost,
    tag: '@quick',
  },
  { name: 'broken JSON after the commit, at every call of the deal', weather: brokenJson },
  { name: 'HTML 502, at every call of the deal', weather: badGateway },
  { name: 'every call comes to the office twice at once', weather: sentTwice },
]
for (const { name, weather, tag = [] } of onceForEachCall) {
  test(name, { tag }, async ({ page, link, expectBalance }) => {
    await readyPhone(page)
    link.weather = onceForEach(isWrite, weather)
    const told = [await payCash(page, assigned[0])]
    await backToDeliveries(page)
    told.push(await settleItems(page, assigned[1]))
    await expectAllSent(page)
    await expectBalance(page, told)
  })
}

const forEverything: { name: string; weather: WireWeather; tag?: string }[] = [
  {
    name: 'captive portal: 200 and a page of its own for everything',
    weather: captivePortal,
    tag: '@quick',
  },
  { name: 'database down: 503 for everything', weather: unavailable },
]
for (const { name, weather, tag = [] } of forEverything) {
  test(name, { tag }, async ({ page, link, expectBalance }) => {
    await readyPhone(page)
    link.weather = weather
    const told = [await payCash(page, assigned[0])]
    const tried = link.count(/\/api\/(?:orders|customers\/\d+)$/)
    // It goes on trying, and takes none of this for the office's word.
    await expect
      .poll(() => link.count(/\/api\/(?:orders|customers\/\d+)$/), received)
      .toBeGreaterThan(tried)
    await expect(page.getByText('On this phone', { exact: true })).toBeVisible()
    await expectBalance(page, told)
  })
}

test('half-open socket: connected, committed, and never an answer', async ({
  page,
  link,
  expectBalance,
}) => {
  await readyPhone(page)
  const record = ({ call }: { call: string }) => /POST \/api\/(?:orders|cash-payments)$/.test(call)
  link.weather = onceForEach(record, silentAfterCommit)
  const told = [await payCash(page, assigned[0])]
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible({
    timeout: 90_000,
  })
  expect(link.count(/POST \/api\/orders$/)).toBe(2)
  await expectBalance(page, told)
})

test('413 for the photo: the deal is with the office, the photo is kept until it is taken', async ({
  page,
  link,
  expectBalance,
}) => {
  await readyPhone(page)
  await startDeal(page, assigned[0], 100)
  await chooseCash(page)
  link.weather = on(isPhoto, cut)
  await payByUpi(page, 'UPI413')
  const told = [await readInvoiceId(page)]
  link.weather = on(isPhoto, tooLarge)
  await expect(page.getByText('Needs attention', { exact: true })).toBeVisible(received)
  link.weather = clear
  await page.getByRole('button', { name: 'Send again' }).click()
  await expectBalance(page, told)
})

test('50 kbit/s down, 20 up, half a second late', async ({ page, link, expectBalance }) => {
  await readyPhone(page)
  link.weather = slow(50, 20, 500)
  const told = [await payCash(page, assigned[0])]
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible({
    timeout: 120_000,
  })
  await expectBalance(page, told)
})

test('airplane mode on and off each second', async ({ page, context, expectBalance }) => {
  await readyPhone(page)
  let isOff = false
  const toggling = setInterval(() => void context.setOffline((isOff = !isOff)), 1_000)
  const told: string[] = []
  for (const name of assigned.slice(0, 3)) {
    told.push(await payCash(page, name))
    await backToDeliveries(page)
  }
  // Never a whole deal's time of network at once, and still all of them arrive.
  await expectAllSent(page)
  clearInterval(toggling)
  await context.setOffline(false)
  await expectBalance(page, told)
})
