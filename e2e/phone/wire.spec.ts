import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { good, slow } from '../network/conditions.ts'
import { type NetworkProxy, startProxy } from '../network/proxy.ts'
import { measureHttp2 } from '../support/http2-bytes.ts'
import { takeLabelledPhoto } from '../support/labelled-photo.ts'
import { readSentText } from '../support/sent-text.ts'
import { expectOutboxEmpty } from '../support/phone-storage.ts'
import { chooseCash, readInvoiceId, signIn, startVisit, weigh } from '../support/runner.ts'
import { expect, test as base } from '../support/fixtures/test.ts'

const test = base.extend<{ network: NetworkProxy }>({
  network: async ({ ownVeni }, use) => {
    const network = await startProxy(ownVeni.url)
    await use(network)
    await network.stop()
  },
  baseURL: async ({ network }, use) => use(network.url),
})

const lines = ['VENI 4070 8822', 'Gurram Lakshmi', 'Black 412 g  Grey 63 g']

/** A payout in cash, with a photo of the packet and of the receipt, up to its last tap. */
async function prepareDeal(page: Page, customer: string): Promise<void> {
  await startVisit(page, customer)
  await weigh(page, 'Black Hair', '412.535')
  await weigh(page, 'Grey Hair', '63.12')
  await weigh(page, 'White Hair', '40.01')
  await chooseCash(page)
  await page.getByRole('radio', { name: 'Cash' }).check({ force: true })
  await page.getByLabel('Cash amount').fill('1589')
  for (const [seed, name] of ['Sealed hair packet photo', 'Cash receipt'].entries()) {
    const photo = await takeLabelledPhoto(page, { lines, strands: 400 + seed, grain: 6 })
    const field = page.getByRole('group', { name })
    await field.getByLabel('Gallery').setInputFiles(photo)
    await expect(field.getByRole('img')).toBeVisible()
  }
}

const complete = async (page: Page) => {
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await readInvoiceId(page)
}

type Call = NetworkProxy['calls'][number]

const isDeal = ({ entryIds, sent }: Call) => entryIds.length > 0 && sent.bytes > 1_300
const isPhoto = ({ call }: Call) => /^(?:POST|PATCH) \/api\/uploads/.test(call)
const sumBytes = (calls: readonly Call[]) =>
  calls.reduce((sum, { sent, received }) => sum + sent.bytes + (received?.bytes ?? 0), 0)

/** @returns the bytes of the calls to the server from `first` on, without the files of the app, photos apart */
function countFrom(network: NetworkProxy, first: number) {
  const calls = network.calls.slice(first).filter(({ call }) => call.includes(' /api/'))
  return {
    photos: sumBytes(calls.filter(isPhoto)),
    others: sumBytes(calls.filter((call) => !isPhoto(call))),
  }
}

/** @returns the ms until the deal of a new visit is acknowledged on a slow network, with photos that were sent before */
async function timeDeal(page: Page, network: NetworkProxy, customer: string): Promise<number> {
  const sent = network.count(/^PATCH \/api\/uploads/)
  await prepareDeal(page, customer)
  await expect.poll(() => network.count(/^PATCH \/api\/uploads/)).toBe(sent + 4)
  // Otherwise the call with the deal would also have the status of its customer.
  await expectOutboxEmpty(page)
  network.condition = slow(50, 20, 500)
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/api/work') && readSentText(request).includes('CASH-'),
  )
  await complete(page)
  const response = await (await asked).response()
  await response?.finished()
  const { responseEnd } = response!.request().timing()
  network.condition = good
  await expectOutboxEmpty(page)
  return Math.round(responseEnd)
}

const MOST_MS = 3_000

test('a deal costs at most 1.5 KB up and 0.5 KB down without its photos, and 3 s with 20 kbit/s [R-7.055]', async ({
  page,
  network,
}, info) => {
  await signIn(page)
  const times: number[] = []
  // The shortest of up to three: on a busy machine other processes take a part of the time.
  for (const customer of ['Gurram Lakshmi', 'Bolla Sujatha', 'Katta Manjula']) {
    times.push(await timeDeal(page, network, customer))
    if (times.some((ms) => ms <= MOST_MS)) break
    await page.goto('/deliveries')
  }
  const deals = network.calls.filter(isDeal)
  expect(deals).toHaveLength(times.length)
  for (const { sent, received } of deals) {
    expect(sent.headers['content-encoding']).toBe('gzip')
    expect(sent.body.length).toBeLessThanOrEqual(1_000)
    // The browser's own headers alone have 600 bytes, which HTTP/2 sends once for each connection.
    expect(sent.bytes).toBeLessThanOrEqual(1_750)
    expect(received!.bytes).toBeLessThanOrEqual(500)
    const http2 = await measureHttp2('/api/work', { sent, received: received! }, randomKey())
    expect(http2.sent).toBeLessThanOrEqual(1_500)
    expect(http2.received).toBeLessThanOrEqual(500)
    const figures = { up: sent.bytes, down: received!.bytes, http2, times }
    info.annotations.push({ type: 'a deal', description: JSON.stringify(figures) })
  }
  expect(Math.min(...times)).toBeLessThanOrEqual(MOST_MS)
})

const randomKey = () => `${randomUUID()}:work`

/** Of a runner in eight hours: a refresh each minute while the list is open. */
const DAY = { deals: 40, refreshes: 480, photos: 80 }

const LIST = /^GET \/api\/customers$/
const PING = /^GET \/api\/ping$/
const COMPARISON = /^POST \/api\/reconciliation$/
/** What the list fetches ahead for the screens of a visit. */
const AHEAD = [/^GET \/api\/products$/, /^GET \/api\/hair-pricing$/]

/** Waits until each of these calls was made since the call `first`, and all since then are answered. */
async function expectAnswered(network: NetworkProxy, first: number, ...expected: RegExp[]) {
  const since = () => network.calls.slice(first)
  for (const one of expected)
    await expect
      .poll(() => since().some(({ call, received }) => received && one.test(call)))
      .toBe(true)
  await expect.poll(() => since().every(({ received }) => received)).toBe(true)
}

/** @returns the bytes of a deal, from the list up to the comparison that follows its receipt */
async function countDeal(page: Page, network: NetworkProxy, customer: string) {
  const opened = network.calls.length
  await page.goto('/deliveries')
  await expectAnswered(network, opened, LIST, PING, COMPARISON)
  const first = network.calls.length
  await prepareDeal(page, customer)
  await complete(page)
  await expectOutboxEmpty(page)
  const received = network.calls.findLastIndex(({ call }) => call === 'POST /api/work')
  await expectAnswered(network, received, COMPARISON)
  return countFrom(network, first)
}

/** @returns the bytes of what the open list asks for in each minute */
async function countRefresh(list: Page, network: NetworkProxy) {
  await list.clock.install()
  const opened = network.calls.length
  await list.goto('/deliveries')
  await expectAnswered(network, opened, LIST, PING, COMPARISON)
  await list.clock.runFor(5_000)
  await expectAnswered(network, opened, ...AHEAD)
  const first = network.calls.length
  await list.clock.fastForward(60_000)
  await expectAnswered(network, first, LIST, PING)
  const refresh = countFrom(network, first)
  expect(refresh.photos).toBe(0)
  return refresh
}

test('a day of 40 deals, 80 photos and 480 refreshes costs at most 1.8 MB, and 9.6 MB for the photos', async ({
  page,
  context,
  network,
}, info) => {
  await signIn(page)
  // The first deal also fetches what the later ones find on the phone.
  await prepareDeal(page, 'Gurram Lakshmi')
  await complete(page)
  await expectOutboxEmpty(page)
  const deal = await countDeal(page, network, 'Bolla Sujatha')
  await page.close()
  const refresh = await countRefresh(await context.newPage(), network)

  const day = {
    others: DAY.deals * deal.others + DAY.refreshes * refresh.others,
    photos: (DAY.photos / 2) * deal.photos,
  }
  info.annotations.push({
    type: 'a day',
    description: JSON.stringify({ deal, refresh, day }),
  })
  expect(day.others).toBeLessThanOrEqual(1_800_000)
  expect(day.photos).toBeLessThanOrEqual(9_600_000)
})
