import type { Page } from '@playwright/test'
import { signIn } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/test.ts'

/** Paths of all that the page asks for from now on. */
function watchRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

/** It rides in the page: nothing else is there to be painted. */
const logo = (page: Page) => page.locator('img[src^="data:image/svg+xml"]')

test('the page asks for its scripts at its end: one that comes in two parts is whole then', async ({
  request,
}) => {
  const html = await (await request.get('/')).text()
  const script = html.indexOf('<script>')
  expect(script).toBeGreaterThan(html.indexOf('id="veni-config"'))
  expect(script).toBeGreaterThan(html.indexOf('id="root"'))
})

test('a page that nobody sees, and that is not painted for it, starts all the same', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/login')
  await expect(page.getByLabel('Phone Number')).toBeVisible()
})

test('the page is painted before any script has come', async ({ page }) => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(logo(page)).toBeVisible()
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  await expect.poll(() => logo(page).evaluate(isDrawn)).toBe(true)
  const painted = () => performance.getEntriesByName('first-contentful-paint').length
  await expect.poll(() => page.evaluate(painted)).toBe(1)
  release()
  await expect(page.getByLabel('Phone Number')).toBeVisible()
})

test('/login asks for its own files and no other, until somebody is there', async ({ page }) => {
  const paths = watchRequests(page)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Phone Number')).toBeVisible()
  const scripts = paths.filter((path) => path.endsWith('.js'))
  expect(
    scripts.map((path) => /\/([a-z-]+?)-[\w-]{8}\.js$/.exec(path)?.[1] ?? '').toSorted(),
  ).toEqual(['first', 'login'])
  // Its styles and its picture ride in the page.
  expect(paths.filter((path) => /\.(css|svg)$/.test(path))).toEqual([])
  const more = page.waitForRequest(/\/sign-in-.*\.js/)
  await page.getByLabel('Phone Number').click()
  await more
})

test.describe('without a signal', () => {
  test.use({
    expectedErrors: async ({}, use) => use([/ERR_INTERNET_DISCONNECTED/]),
  })

  test('a signal that goes once somebody is there does not keep the code screen away', async ({
    page,
    context,
  }) => {
    await page.goto('/login')
    const parts = ['sign-in', 'home', 'work'].map((part) =>
      page.waitForEvent('requestfinished', (request) =>
        new RegExp(`/${part}-[\\w-]{8}\\.js$`).test(request.url()),
      ),
    )
    await page.getByLabel('Phone Number').click()
    await Promise.all(parts)
    await context.setOffline(true)
    await page.getByLabel('Phone Number').fill('9000000001')
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await expect(page.getByRole('heading', { name: 'OTP Verification' })).toBeVisible()
  })
})

test('nobody else is asked for anything, and no font is fetched', async ({ page, baseURL }) => {
  const hosts = new Set<string>()
  const fonts: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http')) hosts.add(url.origin)
    if (request.resourceType() === 'font') fonts.push(url.pathname)
  })
  await signIn(page)
  await page.waitForLoadState('networkidle')
  expect([...hosts]).toEqual([baseURL])
  expect(fonts).toEqual([])
})

test('a signed-in runner gets the scripts of his list beside the first one', async ({ page }) => {
  await signIn(page)
  const paths = watchRequests(page)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/first-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/deliveries', { waitUntil: 'commit' })
  await expect.poll(() => paths.filter((path) => /\/home-.*\.js$/.test(path))).toHaveLength(1)
  release()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
  // What was fetched early is what is used, and comes once.
  expect(paths.filter((path) => /\/home-.*\.js$/.test(path))).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('a screen whose script never comes does not keep everything else from beginning', async ({
  page,
}) => {
  await signIn(page)
  // Neither there nor refused, as at a proxy that has lost it.
  await page.route('**/assets/profile-*.js', () => undefined)
  const work = page.waitForRequest(/\/work-.*\.js/)
  await page.goto('/profile', { waitUntil: 'commit' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  await work
})
