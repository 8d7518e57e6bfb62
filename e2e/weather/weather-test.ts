import { testAlone } from '../support/test.ts'
import { strikeBalance } from './balance.ts'
import { openLink, type Link } from './link.ts'
import { readOfficeBooks } from './office-books.ts'
import { readPhoneBooks } from '../support/phone-books.ts'
import { clear } from './wire-weather.ts'
import { expect, type Page } from '@playwright/test'

/** The end of every weather. @param told the invoice ids that stood on the screen as done */
type ExpectBalance = (page: Page, told: readonly string[]) => Promise<void>

interface WeatherFixtures {
  /** Between the phone and a real server with a real database, all three of the test's own. */
  link: Link
  /** The sky clears, all goes out, and then phone, screen and the office's disk must say the same. */
  expectBalance: ExpectBalance
}

/** What the browser's console says of the weather that a test makes. */
const weatherWords = [
  /Failed to load resource/,
  /ERR_(?:EMPTY_RESPONSE|CONNECTION|INTERNET|NETWORK|FAILED|TIMED_OUT)/,
]

export const test = testAlone.extend<WeatherFixtures>({
  serviceWorkers: 'allow',
  expectedErrors: async ({}, use) => use([...weatherWords]),
  link: async ({ ownVeni }, use) => {
    const link = await openLink(ownVeni.url)
    await use(link)
    await link.stop()
  },
  baseURL: async ({ link }, use) => use(link.url),

  expectBalance: async ({ link, ownVeni }, use, info) => {
    await use(async (page, told) => {
      link.weather = clear
      // As a phone is told that finds its network again.
      await page.context().setOffline(true)
      await page.context().setOffline(false)
      await expectAllSent(page)
      await expectOnScreen(page, told)
      const phone = await readPhoneBooks(page)
      // From the disk of a server that ends without a word, past everything that it could still have in memory.
      await ownVeni.kill9()
      const balance = strikeBalance(told, phone, await readOfficeBooks(ownVeni.dataDir))
      info.annotations.push({ type: 'balance', description: JSON.stringify(balance) })
      expect(balance).toEqual({ deals: told.length, lost: [], doubled: [] })
    })
  },
})

/** Everything on the phone has left it, and each deal there knows that the office has it. */
export async function expectAllSent(page: Page): Promise<void> {
  const unsent = async () => {
    const { deals, outbox } = await readPhoneBooks(page)
    const waiting = deals.filter(({ receivedAt }) => receivedAt === undefined)
    return [...outbox.map(({ work }) => work.kind), ...waiting.map(({ invoiceId }) => invoiceId)]
  }
  await expect.poll(unsent, { message: 'still on the phone', timeout: 180_000 }).toEqual([])
}

/** On /profile each deal is received, there are no others, and the top bar says that nothing waits. */
async function expectOnScreen(page: Page, told: readonly string[]): Promise<void> {
  // A browser of the test's own knows no base address.
  await page.goto(new URL('/profile', page.url()).href)
  const deals = page.getByRole('link').filter({ hasText: /(?:CASH|INV)-\d+-/ })
  for (const id of told)
    await expect(deals.filter({ hasText: id })).toContainText('Received by the office')
  await expect(deals).toHaveCount(told.length)
  await expect(page.getByText(/\b[1-9]\d* (?:on this phone|needs? attention)/)).toHaveCount(0)
}

export { expect } from '@playwright/test'
