import puppeteer, { type Page } from 'puppeteer-core'
import { startVeni } from '../../e2e/support/servers/our-server.ts'
import { chromiumFlags, findBrowser } from '../../scripts/environment/chromium.mjs'
import { startFloor } from './floor.ts'
import { median } from '../figures.ts'
import { audit, type Audit } from './lighthouse.ts'
import type { Report } from './report.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)

/**
 * By default Chromium starts a spare process during each visit of a page. That takes up to 60 ms of processor time
 * during the measurement. Chromium on a phone starts none by default.
 */
const NO_SPARE_PROCESS = '--disable-features=SpareRendererForSitePerProcess'

const FLOOR = 'floor'
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

/**
 * Runs Lighthouse on every screen and on the floor page, and prints the medians. Each round visits all pages, so that
 * a busy machine affects all of them. Each round uses a new private window, so that rounds do not affect each other.
 */
export async function measureLighthouse(report: Report): Promise<void> {
  const veni = await startVeni()
  const floor = await startFloor()
  const browser = await puppeteer.launch({
    executablePath: findBrowser(),
    args: [...chromiumFlags, NO_SPARE_PROCESS],
  })
  try {
    const audits = new Map<string, Audit[]>()
    for (let round = 0; round < ROUNDS; round++) {
      const phone = await browser.createBrowserContext()
      const page = await phone.newPage()
      const measure = async (name: string, url: string) => {
        const list = audits.get(name) ?? []
        list.push(await audit(page, url))
        audits.set(name, list)
      }
      await measure(FLOOR, floor.url)
      for (const path of signedOut) await measure(path, `${veni.url}${path}`)
      await signIn(page, veni.url)
      for (const path of signedIn) await measure(path, `${veni.url}${path}`)
      await phone.close()
    }
    reportAudits(report, new Map([...audits].map(([name, list]) => [name, medians(list)])))
  } finally {
    await browser.close()
    floor.stop()
    await veni.stop()
  }
}

/** Compares the worst screen with the budgets. */
function reportAudits(report: Report, audits: ReadonlyMap<string, Audit>): void {
  report.table(Object.fromEntries(audits))
  const floor = audits.get(FLOOR)
  const screens = [...audits].filter(([name]) => name !== FLOOR).map(([, one]) => one)
  if (!floor) throw new Error('The floor page was not measured')
  const worst = (of: (one: Audit) => number) => Math.max(...screens.map(of))
  report.check(
    'first paint',
    worst(({ fcp }) => fcp / floor.fcp),
    0.7,
    '× the floor',
  )
  report.check(
    'largest paint',
    worst(({ lcp }) => lcp / floor.lcp),
    1,
    '× the floor',
  )
  report.check(
    'blocking time',
    worst(({ tbt }) => tbt),
    50,
    'ms',
  )
  report.check(
    'layout shift',
    worst(({ cls }) => cls),
    0,
    '',
  )
  for (const score of ['performance', 'accessibility', 'bestPractices'] as const)
    report.check(
      `${score}, points below 100`,
      worst((one) => 100 - one[score]),
      0,
      'points',
    )
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('::-p-aria(Phone Number)').fill('9000000001')
  await page.locator('::-p-aria([name="Send OTP"][role="button"])').click()
  await page.locator('::-p-aria(Digit 1)').click()
  await page.keyboard.type('123456')
  await page.locator('::-p-aria([name="Verify OTP"][role="button"])').click()
  await page.locator('::-p-aria([name="Continue to Deliveries"][role="link"])').wait()
}

function medians(list: readonly Audit[]): Audit {
  const of = (name: keyof Audit) => Math.round(median(list.map((one) => one[name])) * 1000) / 1000
  return {
    fcp: of('fcp'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    cls: of('cls'),
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
  }
}
