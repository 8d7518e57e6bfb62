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

test('a sign-out leaves no early list, and the next start draws none [R-7.058]', async ({
  page,
}) => {
  await seeList(page)
  await signOut(page, false)
  expect(await readEarlyList(page)).toBeNull()
  await openWithoutScripts(page)
  await expect(logo(page)).toBeVisible()
})

/** Waits until the page has drawn the early list, or has decided to draw none. */
const whenDecided = (page: Page) =>
  page.evaluate(async () => {
    const nextTask = () => new Promise((resolve) => setTimeout(resolve))
    const links = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    while (links().some(({ sheet }) => !sheet)) await nextTask()
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    // A module that has run does not run again.
    for (const file of files.filter((name) => name.includes('early-list'))) await import(file)
    await nextTask()
  })

test.describe('an early list is not drawn', () => {
  const changes: Record<string, (text: string) => void> = {
    'that belongs to another runner': (text) =>
      localStorage.setItem('earlyList', text.replace('9000000001', '9000000002')),
    'that another release has stored': (text) =>
      localStorage.setItem('earlyList', text.replace('/assets/home-', '/assets/home-0')),
    'that is damaged': (text) => localStorage.setItem('earlyList', text.slice(0, -1)),
    'while the app is hidden': () => localStorage.setItem('hideAt', '0'),
  }
  for (const [name, change] of Object.entries(changes))
    test(`${name} [R-7.058]`, async ({ page }) => {
      await seeList(page)
      await page.evaluate(change, (await readEarlyList(page)) ?? '')
      await openWithoutScripts(page)
      await expect(logo(page)).toBeVisible()
      await whenDecided(page)
      await expect(logo(page)).toBeVisible()
      await expect(card(page)).toHaveCount(0)
    })
})
