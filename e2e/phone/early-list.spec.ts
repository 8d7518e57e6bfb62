import type { Page, Route } from '@playwright/test'
import { signIn, signOut } from '../support/runner.ts'
import { expect, testAlone as test } from '../support/fixtures/test.ts'

const FIRST_SCRIPT = '**/assets/first-*.js'
const card = (page: Page) => page.getByRole('link', { name: /Gurram Lakshmi/ })
const logo = (page: Page) => page.locator('.splash')
const readEarlyList = (page: Page) => page.evaluate(() => localStorage.getItem('earlyList'))

/** Signs in, and waits until the phone has stored the list. */
async function seeList(page: Page) {
  await signIn(page)
  await expect(card(page)).toBeVisible()
  await expect.poll(() => readEarlyList(page)).toContain('Gurram Lakshmi')
}

/** Answers these calls only when the returned function is called. */
async function hold(page: Page, url: string) {
  const held: Route[] = []
  let isFree = false
  await page.route(url, (route) => (isFree ? route.continue() : void held.push(route)))
  return async () => {
    isFree = true
    for (const route of held) await route.continue()
  }
}

/** Opens the list while the app's first script does not arrive. @returns lets it arrive */
async function openWithoutScripts(page: Page) {
  const release = await hold(page, FIRST_SCRIPT)
  await page.goto('/deliveries', { waitUntil: 'commit' })
  return release
}

test('the next start shows the last list before the app runs, and its cards open their customers while the list is asked for [R-7.058]', async ({
  page,
}) => {
  await seeList(page)
  const releaseList = await hold(page, '**/api/customers')
  const releaseScripts = await openWithoutScripts(page)
  await expect(card(page)).toBeVisible()
  await expect(page.getByText('Last updated')).toBeVisible()
  // What the phone does not know yet: whether the server answers.
  await expect(page.getByText('Connected')).toBeHidden()
  const place = await card(page).boundingBox()

  await releaseScripts()
  await expect(page.getByText('Loading customers...')).toBeVisible()
  await expect(page.getByText('Last updated')).toBeVisible()
  expect(await card(page).boundingBox()).toEqual(place)
  await card(page).click()
  await expect(page.getByRole('heading', { name: 'Enquiry Details' })).toBeVisible()
  await releaseList()
})

test('the list of the server replaces the early one where it is [R-7.058]', async ({ page }) => {
  await seeList(page)
  const releaseScripts = await openWithoutScripts(page)
  await expect(card(page)).toBeVisible()
  const place = await card(page).boundingBox()
  await releaseScripts()
  await expect(page.getByText('Connected')).toBeVisible()
  await expect(page.getByText(/^\d+ customers$/)).toBeVisible()
  await expect(card(page)).toHaveCount(1)
  expect(await card(page).boundingBox()).toEqual(place)
})

test('styles that come after the app has drawn are too late for the early list [R-7.058]', async ({
  page,
}) => {
  await seeList(page)
  const releaseStyles = await hold(page, '**/assets/home-*.css')
  await page.goto('/deliveries', { waitUntil: 'commit' })
  // After five seconds the app draws its own logo.
  await expect(page.locator('.splash > svg')).toBeVisible({ timeout: 30_000 })
  await releaseStyles()
  await expect(card(page)).toBeVisible()
  await expect(page.getByText('Connected')).toBeVisible()
  await expect(page.locator('[inert]')).toHaveCount(0)
})

test('the early list of another day shows no time before the app does [R-7.058]', async ({
  page,
}) => {
  await seeList(page)
  await page.evaluate(() => {
    const list = JSON.parse(localStorage.getItem('earlyList') ?? '') as { at: number }
    localStorage.setItem('earlyList', JSON.stringify({ ...list, at: list.at - 86_400_000 }))
  })
  const releaseScripts = await openWithoutScripts(page)
  await expect(card(page)).toBeVisible()
  await expect(page.getByText('Last updated')).toBeHidden()
  await releaseScripts()
  await expect(page.getByText('Last updated')).toBeVisible()
})

test('a sign-out leaves no early list, and the next start draws none [R-7.058]', async ({
  page,
}) => {
  await seeList(page)
  await signOut(page, false)
  expect(await readEarlyList(page)).toBeNull()
  await openWithoutScripts(page)
  await expect(logo(page)).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

/** Waits until the script of the early list has run, and the styles are there. */
const whenDecided = (page: Page) =>
  page.evaluate(async () => {
    const nextTask = () => new Promise((resolve) => setTimeout(resolve))
    const files = () => performance.getEntriesByType('resource').map(({ name }) => name)
    const script = () => files().find((name) => name.includes('early-list'))
    while (!script()) await nextTask()
    // A module that has run does not run again.
    await import(script() ?? '')
    while (!document.querySelector('link[data-early=there]')) await nextTask()
    const sheets = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    while (sheets().some(({ sheet }) => !sheet)) await nextTask()
    await nextTask()
  })

/** The page itself decides this, and fetches nothing. */
const OTHER_RELEASE = 'that another release has stored'

test.describe('an early list is not drawn', () => {
  const changes: Record<string, (text: string) => void> = {
    'that belongs to another runner': (text) =>
      localStorage.setItem('earlyList', text.replace('9000000001', '9000000002')),
    [OTHER_RELEASE]: (text) =>
      localStorage.setItem('earlyList', text.replace('/assets/home-', '/assets/home-0')),
    'in another language': () => localStorage.setItem('language', 'te'),
    'that is damaged': (text) => localStorage.setItem('earlyList', text.slice(0, -1)),
    'while the app is hidden': () => localStorage.setItem('hideAt', '0'),
  }
  for (const [name, change] of Object.entries(changes))
    test(`${name} [R-7.058]`, async ({ page }) => {
      await seeList(page)
      await page.evaluate(change, (await readEarlyList(page)) ?? '')
      await openWithoutScripts(page)
      if (name !== OTHER_RELEASE) await whenDecided(page)
      await expect(logo(page)).toBeVisible()
      await expect(card(page)).toHaveCount(0)
    })
})
