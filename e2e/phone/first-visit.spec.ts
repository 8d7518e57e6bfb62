import type { Page } from '@playwright/test'
import { signIn } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/test.ts'

/** The paths of all requests of the page from now on. */
function watchRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

/** What the console says because these tests block service workers; it comes at any time. */
const FROM_BLOCKED_WORKER = /^(Service Worker registration blocked|App not installed)/

/** The logo is a data URL in the page, so it is painted before any other file arrives. */
const logo = (page: Page) => page.locator('img[src^="data:image/svg+xml"]')

test('the script of the page is at its end, after the elements that it uses', async ({
  request,
}) => {
  const html = await (await request.get('/')).text()
  const script = html.indexOf('<script>let start')
  expect(script).toBeGreaterThan(html.indexOf('id="veni-config"'))
  expect(script).toBeGreaterThan(html.indexOf('id="root"'))
})

test('the app starts in a page that is never painted', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/login')
  await expect(page.getByLabel('Phone Number')).toBeVisible()
})

test('the page is painted before the first script arrives', async ({ page }) => {
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

test('/login fetches only its own files until the runner touches the screen', async ({ page }) => {
  const paths = watchRequests(page)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Phone Number')).toBeVisible()
  const scripts = paths.filter((path) => path.endsWith('.js'))
  expect(
    scripts.map((path) => /\/([a-z-]+?)-[\w-]{8}\.js$/.exec(path)?.[1] ?? '').toSorted(),
    // The bundler's helper is a file of its own (decision 25).
  ).toEqual(['first', 'react-dom', 'rolldown-runtime'])
  // Its styles and its logo are part of the page.
  expect(paths.filter((path) => /\.(css|svg)$/.test(path))).toEqual([])
  const more = page.waitForRequest(/\/sign-in-.*\.js/)
  await page.getByLabel('Phone Number').click()
  await more
})

test.describe('without a network', () => {
  test.use({
    expectedErrors: async ({}, use) => use([/ERR_INTERNET_DISCONNECTED/]),
  })

  test('the code screen opens although the network is lost after the first touch', async ({
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

test('the app makes no request to another host and fetches no font', async ({ page, baseURL }) => {
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

test('for a signed-in runner the page fetches the scripts of the list together with the first script', async ({
  page,
}) => {
  await signIn(page)
  const paths = watchRequests(page)
  const messages: string[] = []
  page.on('console', (message) => {
    if (!FROM_BLOCKED_WORKER.test(message.text())) messages.push(message.text())
  })
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
  // Each file is fetched once: the early request is the one that is used.
  expect(paths.filter((path) => /\/home-.*\.js$/.test(path))).toHaveLength(1)
  expect(messages).toEqual([])
})

test('everything else starts although the script of a screen never arrives', async ({ page }) => {
  await signIn(page)
  // No reply at all, as from a broken proxy.
  await page.route('**/assets/profile-*.js', () => undefined)
  const work = page.waitForRequest(/\/work-.*\.js/)
  await page.goto('/profile', { waitUntil: 'commit' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  await work
})
