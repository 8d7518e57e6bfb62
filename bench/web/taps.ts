import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../e2e/support/runner.ts'
import { twelveMegapixels } from './big-photo.ts'
import { median, summary } from '../figures.ts'
import { startFloor } from './floor.ts'
import { idleTap, checkIdleTap } from './idle-tap.ts'
import { slowestOf, touch, watchInteractions } from './interactions.ts'
import { startVeniWith } from './many-customers.ts'
import { startPhone } from './phone.ts'
import type { Report } from './report.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const CUSTOMERS = 1_000
const SLOWER = 6

/**
 * Measures every tap and key of a deal until the next paint, on a phone six times slower than this machine.
 * Also measures a tap on the floor page, which shows whether the machine is busy.
 */
export async function measureTaps(report: Report): Promise<void> {
  const veni = await startVeniWith(CUSTOMERS)
  const floor = await startFloor()
  const phone = await startPhone(veni.url)
  const folder = await mkdtemp(join(tmpdir(), 'veni-photo-'))
  try {
    const { page, context } = phone
    // The photo is a file, because the page itself would have to unpack bytes.
    const photo = join(folder, 'packet.jpg')
    await writeFile(photo, await twelveMegapixels(context))
    await watchInteractions(page)
    const idle: number[] = []
    const taps = new Map<string, number[]>()
    const measure = async (name: string, act: () => Promise<void>) => {
      taps.set(name, [...(taps.get(name) ?? []), await slowestOf(page, act)])
    }
    for (let round = 0; round < ROUNDS; round++) {
      await phone.slowDown(SLOWER)
      idle.push(await idleTap(page, floor.url))
      await phone.slowDown(1)
      if (round === 0) await signIn(page)
      else await page.goto(`${veni.url}/deliveries`)
      await page
        .getByRole('link', { name: /^Kondapaka/ })
        .first()
        .waitFor()
      // The prefetched files arrive before the first tap.
      await page.waitForLoadState('networkidle')
      await phone.slowDown(SLOWER)
      await makeDeal(page, photo, measure)
      await phone.slowDown(1)
    }
    reportTaps(report, idle, taps)
  } finally {
    await phone.stop()
    floor.stop()
    await veni.stop()
    await rm(folder, { recursive: true })
  }
}

function reportTaps(
  report: Report,
  idle: readonly number[],
  taps: ReadonlyMap<string, readonly number[]>,
): void {
  report.table({
    'a tap on the floor': summary(idle),
    ...Object.fromEntries([...taps].map(([name, times]) => [name, summary(times)])),
  })
  checkIdleTap(report, median(idle))
  report.check(
    'worst tap of a deal (median)',
    Math.max(...[...taps.values()].map(median)),
    100,
    'ms',
  )
}

type Measure = (name: string, act: () => Promise<void>) => Promise<void>

/** Measures each tap of a deal with items that cost more than the hair. */
async function makeDeal(page: Page, photo: string, measure: Measure): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const tap = async (name: string, what: Locator) => measure(name, await touch(what))
  const type = (name: string, text: string) =>
    measure(name, () => page.keyboard.type(text, { delay: 150 }))
  await tap('refresh', button('Refresh'))
  await tap('customer', page.getByRole('link', { name: /#\d+/ }).first())
  await tap('interested', button('Interested (Convert to Order)'))
  await tap('interested: OK', page.getByRole('alertdialog').getByRole('button', { name: 'OK' }))
  await tap('weight field', page.getByLabel('Black Hair weight in grams', { exact: true }))
  await type('weight', '100')
  await tap('items', button(/^Items/))
  await tap('buy', button('BUY Rice Cooker'))
  const cart = page.getByRole('region', { name: 'Cart' })
  await tap('open cart', cart.getByRole('button', { name: /Open cart/ }))
  await tap('one more', cart.getByRole('button', { name: 'One more Rice Cooker' }))
  await tap('proceed', cart.getByRole('button', { name: /Proceed|Pay/ }).last())
  const packet = page.getByRole('group', { name: 'Sealed hair packet photo' })
  await measure('typing while the photo is prepared', async () => {
    await page.getByLabel('UPI reference number').focus()
    await packet.getByLabel('Gallery').setInputFiles(photo)
    await page.keyboard.type('UPI2611210001', { delay: 60 })
    await packet.getByRole('img', { name: 'Sealed hair packet photo' }).waitFor()
  })
  await tap('complete', button('Complete & Generate Invoice'))
  await page.getByText(/^CASH-\d+-[A-Z0-9]{6}$/).waitFor()
  await tap('back to the list', button('Back to Deliveries'))
}
