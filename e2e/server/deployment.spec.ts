import type { Page } from '@playwright/test'
import { test as onPlainPortal } from '../support/fixtures/plain-portal-test.ts'
import { chooseCash, signIn, takePacketPhoto, weigh } from '../support/runner.ts'
import { startVeni, type Veni } from '../support/servers/our-server.ts'
import { startPlainPortal } from '../support/servers/plain-portal.ts'
import { expect, test } from '../support/fixtures/test.ts'

const MAP = 'https://map.example/embed?q={address}'
const IMAGES = 'https://images.example/upload'
const PLACES = 'https://places.example/reverse'

/** Our server reads the services from its environment; their origins are in its policy. */
const services = { MAP_EMBED_URL: MAP, IMAGE_HOST_URL: IMAGES, BROWSER_GEOCODER_URL: PLACES }

interface ServiceCall {
  readonly host: string
  readonly referer: string | undefined
}

/** Replaces the services by fakes, and records the Referer that each of them received. */
async function answerForServices(page: Page): Promise<ServiceCall[]> {
  const calls: ServiceCall[] = []
  await page.route(/^https:\/\/\w+\.example\//, async (route) => {
    const { host } = new URL(route.request().url())
    const { referer } = await route.request().allHeaders()
    calls.push({ host, referer })
    if (host === 'map.example') return route.fulfill({ body: 'a map', contentType: 'text/html' })
    const json =
      host === 'places.example'
        ? { display_name: 'Charminar, Hyderabad' }
        : { success: true, data: { url: 'https://images.example/1.jpg' } }
    return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
  })
  return calls
}

/** A visit that calls each of the services. */
async function visit(page: Page, customerId: number): Promise<void> {
  await signIn(page)
  await page.goto(`/payment-mode?customerId=${customerId}&customerName=Lakshmi`)
  await weigh(page, 'Black Hair', 100)
  await chooseCash(page)
  await expect(page.getByText('Charminar, Hyderabad')).toBeVisible()
  await takePacketPhoto(page)
  await expect(page.getByText('Photo received by the office')).toBeVisible()
  // The map comes last: a frame of another site ends the fake location. The app loads the map when it comes into view.
  await page.goto(`/enquiry-details/${customerId}`)
  await expect(page.getByRole('link', { name: 'Directions' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.frameLocator('iframe').getByText('a map')).toBeVisible()
}

function expectCallsWithoutReferer(calls: readonly ServiceCall[]): void {
  const hosts = new Set(calls.map(({ host }) => host))
  expect([...hosts].toSorted()).toEqual(['images.example', 'map.example', 'places.example'])
  expect(calls.filter(({ referer }) => referer !== undefined)).toEqual([])
}

const onOurServer = test.extend<{ configured: Veni }>({
  configured: async ({}, use) => {
    const veni = await startVeni({ env: services })
    await use(veni)
    await veni.stop()
  },
  baseURL: async ({ configured }, use) => use(configured.url),
})

onOurServer(
  'our server configures the services of the app, logs no query, and no service receives a Referer [R-7.029, R-7.030]',
  async ({ page, configured }) => {
    const calls = await answerForServices(page)
    await visit(page, 1)
    expectCallsWithoutReferer(calls)
    expect(configured.output()).toContain('GET /api/customers 200')
    expect(configured.output()).not.toMatch(/Lakshmi|hairValue|\?/)
  },
)

const onStaticCopy = onPlainPortal.extend({
  plainPortal: async ({}, use) => {
    const plainPortal = await startPlainPortal(undefined, services)
    await use(plainPortal)
    await plainPortal.stop()
  },
})

onStaticCopy(
  'a config.json configures the services for a static copy of the build, and no service receives a Referer [R-7.029, R-7.030]',
  async ({ page, plainPortal }) => {
    const config = { mapEmbedUrl: MAP, imageHostUrl: IMAGES, geocoderUrl: PLACES }
    await page.route('**/config.json', (route) => route.fulfill({ json: config }))
    const calls = await answerForServices(page)
    await visit(page, Number(plainPortal.customers[0]?.id))
    expectCallsWithoutReferer(calls)
  },
)
