import { expectAppInstalled } from '../../e2e/support/phone-storage.ts'
import { signIn } from '../../e2e/support/runner.ts'
import { startVeni } from '../../e2e/support/servers/our-server.ts'
import { summary } from '../figures.ts'
import { startFloor, type FloorRow } from './floor.ts'
import { startPhone, type Phone } from './phone.ts'
import type { Report } from './report.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SLOWER = 4
/** Slow 4G, as in the mobile preset of Lighthouse. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
}

/**
 * Measures the time until the first customer card can be read on a slow phone: cold, with the early list of the last
 * visit and without one, on a repeat visit, and without a network. The floor page draws the same customers.
 */
export async function measureFirstCard(report: Report): Promise<void> {
  const veni = await startVeni()
  const times: Record<string, number[]> = {}
  const note = (name: string, time: number) => (times[name] ??= []).push(time)
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const phone = await startPhone(veni.url)
      await signIn(phone.page)
      const floor = await startFloor(await readRows(phone))
      const card = 'main a[href*="/enquiry-details/"]'
      await whenEarlyListStored(phone)
      await clearFiles(phone, veni.url)
      note('app, cold', await timeToRead(phone, '/deliveries', card))
      await phone.page.evaluate(() => localStorage.removeItem('earlyList'))
      await clearFiles(phone, veni.url)
      note('app, cold, no early list', await timeToRead(phone, '/deliveries', card))
      await expectAppInstalled(phone.page)
      await whenEarlyListStored(phone)
      note('app, repeat', await timeToRead(phone, '/deliveries', card))
      await whenEarlyListStored(phone)
      note('app, offline', await timeToRead(phone, '/deliveries', card, { offline: true }))
      await clearFiles(phone, floor.url)
      note('floor, cold', await timeToRead(phone, floor.url, 'main li'))
      note('floor, repeat', await timeToRead(phone, floor.url, 'main li'))
      await phone.stop()
      floor.stop()
    }
    report.table(
      Object.fromEntries(
        Object.entries(times).map(([name, list]) => [
          `first card can be read, ${name}, ms`,
          summary(list),
        ]),
      ),
    )
  } finally {
    await veni.stop()
  }
}

async function whenEarlyListStored({ page }: Phone): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('earlyList') !== null)
}

/** The list that the app shows, in the fields of the floor page. */
async function readRows({ page }: Phone): Promise<FloorRow[]> {
  const reply = await page.request.get('/api/customers')
  const customers = (await reply.json()) as readonly FloorRow[]
  return customers.map(({ id, member_name, village_info }) => ({ id, member_name, village_info }))
}

/** Clears all caches and keeps the session. */
async function clearFiles({ page, devtools }: Phone, origin: string): Promise<void> {
  await page.goto('about:blank')
  const storageTypes = 'service_workers,cache_storage'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.send('Network.clearBrowserCache')
}

/** @returns ms from the navigation to the first frame that finds a card with text in the window */
async function timeToRead(
  phone: Phone,
  url: string,
  selector: string,
  { offline = false } = {},
): Promise<number> {
  const { page, devtools } = phone
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  if (offline) await page.context().setOffline(true)
  await phone.slowDown(SLOWER)
  await page.goto(url, { waitUntil: 'commit' })
  const time = await page.waitForFunction(
    (wanted) => {
      const card = document.querySelector(wanted)
      const isInWindow = (card?.getBoundingClientRect().top ?? Infinity) < innerHeight
      return isInWindow && card?.textContent && performance.now()
    },
    selector,
    { polling: 'raf' },
  )
  const ms = Number(await time.jsonValue())
  await phone.slowDown(1)
  if (offline) await page.context().setOffline(false)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.waitForLoadState('networkidle')
  return ms
}
