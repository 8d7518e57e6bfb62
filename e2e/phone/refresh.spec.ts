import type { Page } from '@playwright/test'
import {
  commitsOf,
  countCommits,
  type ReceivedAnswer,
  recordAnswers,
} from '../support/page-costs.ts'
import { expectAllSnapshots } from '../support/phone-storage.ts'
import { signIn } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/test.ts'

const LIST = '/api/customers'
const PING = '/api/ping'
const clock = (page: Page) => page.getByText(/^Last updated:/)

/** Opens the list with a fake clock and waits until nothing changes any more. */
async function openList(page: Page) {
  await page.clock.install()
  await countCommits(page)
  const compared = page.waitForResponse('**/api/reconciliation')
  await signIn(page)
  await expect(
    page.getByRole('region', { name: 'Assigned' }).getByRole('link').first(),
  ).toBeVisible()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  // Also the snapshots that the app fetches in advance.
  await page.clock.runFor(5_000)
  await expectAllSnapshots(page)
  await (await compared).finished()
}

/** Waits until the page has refreshed itself once: its calls are answered, and nothing is drawn any more. */
async function refresh(page: Page, wire: readonly ReceivedAnswer[]) {
  const earlier = wire.length
  const time = await clock(page).textContent()
  await page.clock.fastForward(60_000)
  const paths = () => wire.slice(earlier).map(({ path }) => path)
  await expect.poll(() => paths().toSorted()).toEqual([LIST, PING])
  await expect(clock(page)).not.toHaveText(time ?? '')
  await page.clock.runFor(1_000)
}

test('a refresh without changes costs 350 bytes and draws only the time', async ({ page }) => {
  await openList(page)
  const wire = await recordAnswers(page)
  // The first refresh can only use what the browser has cached by then.
  await refresh(page, wire)
  const before = await commitsOf(page)
  expect(before).toBeGreaterThan(0)

  const earlier = wire.length
  await refresh(page, wire)
  const minute = wire.slice(earlier)
  expect(minute.map(({ path }) => path).toSorted()).toEqual([LIST, PING])
  for (const answer of minute) expect(answer.status).toBe(304)
  for (const answer of minute) expect(answer.bytes).toBeLessThanOrEqual(350)
  expect(await commitsOf(page)).toBe(before)
})

test('a hidden page makes no calls, and a visible page refreshes at once', async ({ page }) => {
  await openList(page)
  const wire = await recordAnswers(page)
  await setVisibility(page, 'hidden')
  for (let minute = 0; minute < 5; minute++) await page.clock.fastForward(60_000)
  // When this call is answered, all earlier ones are answered too.
  await page.evaluate(() => fetch('/icon.svg?last'))
  await expect.poll(() => wire.length).toBeGreaterThan(0)
  expect(wire.map(({ path }) => path)).toEqual(['/icon.svg'])
  await setVisibility(page, 'visible')
  await expect.poll(() => wire.filter(({ path }) => path === LIST).length).toBe(1)
})

/** As when the runner changes to another app and back. */
async function setVisibility(page: Page, visibility: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibility)
}
