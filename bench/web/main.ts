/**
 * `npm run bench:web`: Lighthouse on the built app and the real server, beside the floor, in one run. Rounds go
 * over all pages in turn, so that a busy machine is busy for all of them; the medians are printed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Page } from 'puppeteer-core'
import { startVeni } from '../../e2e/support/server.ts'
import { chromiumFlags, findBrowser } from '../../scripts/browser.mjs'
import { startFloor } from './floor.ts'
import { audit, type Audit } from './lighthouse.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)

const signedOut = ['/login']
const signedIn = [
  '/otp-verification',
  '/login-success',
  '/deliveries',
  '/enquiry-details/1',
  '/payment-mode?customerId=1&customerName=Gurram%20Lakshmi',
  '/products?customerId=1&customer=Gurram%20Lakshmi',
  '/placeorder?product=handbag',
  '/cash-payment?customerId=1&customer=Gurram%20Lakshmi&hairValue=350',
  '/items-settlement',
  '/order-success?orderId=ORD-000501&amount=200&payment=whiteHair',
  '/profile',
  '/no-such-page',
]

const veni = await startVeni()
const floor = await startFloor()
const profile = await mkdtemp(join(tmpdir(), 'veni-bench-'))
const browser = await puppeteer.launch({
  executablePath: findBrowser(),
  args: [...chromiumFlags],
  userDataDir: profile,
})
try {
  const page = await browser.newPage()
  const audits = new Map<string, Audit[]>()
  const measure = async (name: string, url: string) => {
    const list = audits.get(name) ?? []
    list.push(await audit(page, url))
    audits.set(name, list)
  }
  for (let round = 0; round < ROUNDS; round++) {
    await measure('floor', floor.url)
    await forget(page)
    for (const path of signedOut) await measure(path, `${veni.url}${path}`)
    await signIn(page)
    for (const path of signedIn) await measure(path, `${veni.url}${path}`)
  }
  console.table(Object.fromEntries([...audits].map(([name, list]) => [name, medians(list)])))
} finally {
  await browser.close()
  floor.stop()
  await veni.stop()
  await rm(profile, { recursive: true, force: true })
}

async function forget(page: Page): Promise<void> {
  await page.goto(`${veni.url}/login`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${veni.url}/login`)
  await page.locator('::-p-aria(Phone Number)').fill('9000000001')
  await page.locator('::-p-aria([name="Send OTP"][role="button"])').click()
  await page.locator('::-p-aria(Digit 1)').click()
  await page.keyboard.type('123456')
  await page.locator('::-p-aria([name="Verify OTP"][role="button"])').click()
  await page.locator('::-p-aria([name="Continue to Deliveries"][role="link"])').wait()
}

function medians(list: readonly Audit[]): Audit {
  const median = (name: keyof Audit) => {
    const values = list.map((one) => one[name]).toSorted((a, b) => a - b)
    return Math.round((values[Math.floor(values.length / 2)] ?? Number.NaN) * 1000) / 1000
  }
  return {
    fcp: median('fcp'),
    lcp: median('lcp'),
    tbt: median('tbt'),
    cls: median('cls'),
    performance: median('performance'),
    accessibility: median('accessibility'),
    bestPractices: median('bestPractices'),
  }
}
