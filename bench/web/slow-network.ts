import { expectAppInstalled } from '../../e2e/support/phone-storage.ts'
import { signIn } from '../../e2e/support/runner.ts'
import { startVeni } from '../../e2e/support/servers/our-server.ts'
import { median, summary } from '../figures.ts'
import { startPhone, type Phone } from './phone.ts'
import type { Report } from './report.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const BYTES_A_SECOND = 400_000 / 8
const LATENCY_MS = 400

/**
 * Measures the time until a page is usable at 400 kbit/s and 400 ms latency, first with empty caches and then again.
 * Also measures it without network after the app is installed.
 */
export async function measureSlowNetwork(report: Report): Promise<void> {
  const veni = await startVeni()
  const times = new Map<string, number[]>()
  const note = (name: string, time: number) => times.set(name, [...(times.get(name) ?? []), time])
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const phone = await startPhone(veni.url)
      const isSignInUsable = () => isDrawn(phone, 'input[type=tel]')
      const isListUsable = () => isDrawn(phone, 'main a[href*="/enquiry-details/"]')
      await slowDownNetwork(phone)
      note('/login, first', await timeTo(phone, '/login', isSignInUsable))
      note('/login, again', await timeTo(phone, '/login', isSignInUsable))
      await phone.devtools.send('Network.clearBrowserCache')
      await freeNetwork(phone)
      await signIn(phone.page)
      await phone.devtools.send('Network.clearBrowserCache')
      await slowDownNetwork(phone)
      note('/deliveries, first', await timeTo(phone, '/deliveries', isListUsable))
      note('/deliveries, again', await timeTo(phone, '/deliveries', isListUsable))
      await freeNetwork(phone)
      await expectAppInstalled(phone.page)
      await phone.context.setOffline(true)
      note('/deliveries, offline', await timeTo(phone, '/deliveries', isListUsable))
      await phone.stop()
    }
    report.table(
      Object.fromEntries([...times].map(([name, list]) => [`${name}, ms`, summary(list)])),
    )
    for (const [name, list] of times)
      report.check(`${name} (median)`, median(list), name.endsWith('first') ? 4_000 : 1_000, 'ms')
  } finally {
    await veni.stop()
  }
}

async function timeTo({ page }: Phone, path: string, isUsable: () => Promise<void>) {
  const start = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await isUsable()
  const time = performance.now() - start
  // Prefetching must be complete, so that it does not slow down the next visit.
  await page.waitForLoadState('networkidle')
  return time
}

/** Checks in each frame. A waiting locator checks only twice a second. */
async function isDrawn({ page }: Phone, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector(wanted), selector, {
    polling: 'raf',
  })
}

async function slowDownNetwork({ devtools }: Phone): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  })
}

async function freeNetwork({ devtools }: Phone): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}
