import type { Page } from '@playwright/test'
import { test as onPlainPortal } from '../support/fixtures/plain-portal-test.ts'
import { chooseCash, signIn, takePacketPhoto, weigh } from '../support/runner.ts'
import { startVeni, type Veni } from '../support/servers/our-server.ts'
import { expect, test } from '../support/fixtures/test.ts'

const MAP = 'https://map.example/embed?q={address}'
const IMAGES = 'https://images.example/upload'
const PLACES = 'https://places.example/reverse'

interface Asked {
  readonly host: string
  readonly referer: string | undefined
}

/** Stands in for the services, and keeps what each was told of the page that asked. */
async function answerForServices(page: Page): Promise<Asked[]> {
  const asked: Asked[] = []
  await page.route(/^https:\/\/\w+\.example\//, async (route) => {
    const { host } = new URL(route.request().url())
    const { referer } = await route.request().allHeaders()
    asked.push({ host, referer })
    if (host === 'map.example') return route.fulfill({ body: 'a map', contentType: 'text/html' })
    const json =
      host === 'places.example'
        ? { display_name: 'Charminar, Hyderabad' }
        : { success: true, data: { url: 'https://images.example/1.jpg' } }
    return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
  })
  return asked
}

/** A visit on which each of the services is asked. */
async function visit(page: Page, customerId: number): Promise<void> {
  await signIn(page)
  await page.goto(`/payment-mode?customerId=${customerId}&customerName=Lakshmi`)
  await weigh(page, 'Black Hair', 100)
  await chooseCash(page)
  await expect(page.getByText('Charminar, Hyderabad')).toBeVisible()
  await takePacketPhoto(page)
  await expect(page.getByText('Photo received by the office')).toBeVisible()
  // Last: a frame of another site ends the browser's pretended place. It is asked for when it is looked at.
  await page.goto(`/enquiry-details/${customerId}`)
  await expect(page.getByRole('link', { name: 'Directions' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.frameLocator('iframe').getByText('a map')).toBeVisible()
}

function expectAskedWithoutAddress(asked: readonly Asked[]): void {
  const hosts = new Set(asked.map(({ host }) => host))
  expect([...hosts].toSorted()).toEqual(['images.example', 'map.example', 'places.example'])
  expect(asked.filter(({ referer }) => referer !== undefined)).toEqual([])
}

const onOurServer = test.extend<{ configured: Veni }>({
  configured: async ({}, use) => {
    const env = { MAP_EMBED_URL: MAP, IMAGE_HOST_URL: IMAGES, BROWSER_GEOCODER_URL: PLACES }
    const veni = await startVeni({ env })
    await use(veni)
    await veni.stop()
  },
  baseURL: async ({ configured }, use) => use(configured.url),
})

onOurServer(
  'our server names the services to its app, logs no query and tells nobody an address [R-7.029, R-7.030]',
  async ({ page, configured }) => {
    const asked = await answerForServices(page)
    await visit(page, 1)
    expectAskedWithoutAddress(asked)
    expect(configured.output()).toContain('GET /api/customers 200')
    expect(configured.output()).not.toMatch(/Lakshmi|hairValue|\?/)
  },
)

onPlainPortal(
  'beside a static copy of the same build a config.json names them, and the page tells nobody its address [R-7.029, R-7.030]',
  async ({ page, plainPortal }) => {
    const config = { mapEmbedUrl: MAP, imageHostUrl: IMAGES, geocoderUrl: PLACES }
    await page.route('**/config.json', (route) => route.fulfill({ json: config }))
    const asked = await answerForServices(page)
    await visit(page, Number(plainPortal.customers[0]?.id))
    expectAskedWithoutAddress(asked)
  },
)
