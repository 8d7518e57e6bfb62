import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { configureApp } from '../../../test/app-config.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../test/stand-in-server.ts'
import { signInRunner } from '../../../test/runner.ts'
import { cartBar as bar } from '../../../test/shown-cart.tsx'
import { address, addressQuery, clearVisits, showScreen } from '../../../test/show-screen.tsx'
import { pass, standing, stopClock, words } from '../../../test/stopped-clock.ts'
import { addToCart } from '../../features/products/product-card.tsx'
import { en } from '../../i18n/en.ts'
import { te } from '../../i18n/te.ts'
import { restoreLanguage, setLanguage, translation } from '../../i18n/language.ts'
import { endSession } from '../../state/session.ts'
import { storeSnapshot } from '../../state/snapshots.ts'
import { activeVisit } from '../../state/visit.ts'
import Products from './products.tsx'

const products = [
  { id: 7, productId: 'tumblers', name: 'Steel Tumblers', price: 240, weight: '500Grams' },
  { id: 8, productId: 'torch', name: 'Torch', price: '89.5' },
]
const PRODUCT_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const ofLakshmi = '/products?customerId=26&customer=Lakshmi'
const main = page.getByRole('main')
const buy = (name: string) => page.getByRole('button', { name: `BUY ${name}` })
const cardOf = (name: string) => main.getByRole('listitem').filter({ hasText: name })

let server: StandInServer

beforeEach(() => {
  // Without a session the phone stores nothing.
  endSession()
  clearVisits()
  server = startStandInServer()
  server.answer('GET /api/products', json({ success: true, data: products }))
})

test('the screen has its title and its heading [R-2.110]', async () => {
  await showScreen(<Products />, ofLakshmi)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Select Product')
  await expect.element(main.getByRole('heading', { level: 2 })).toHaveTextContent('50 Grams')
})

test('the toggle switches to Telugu and back, and the choice is stored [R-2.114]', async () => {
  onTestFinished(() => setLanguage('en'))
  await showScreen(<Products />, ofLakshmi)
  const heading = main.getByRole('heading', { level: 2 })
  await page.getByRole('radio', { name: 'తెలుగు' }).click()
  await expect.element(heading).toHaveTextContent('50 గ్రాములు')
  await expect.element(page.getByRole('button', { name: te['common.logout'] })).toBeVisible()
  await expect.element(page.getByRole('link', { name: te['nav.home'] })).toBeVisible()
  // A new page starts in English and then reads the stored choice.
  translation.set({ language: 'en', messages: en })
  await expect.element(heading).toHaveTextContent('50 Grams')
  await restoreLanguage()
  await expect.element(heading).toHaveTextContent('50 గ్రాములు')
  await page.getByRole('radio', { name: 'English' }).click()
  await expect.element(heading).toHaveTextContent('50 Grams')
})

test('a product shows its picture, name, weight and price [R-2.116]', async () => {
  server.answer('GET /api/products', json([{ ...products[0], image_url: PRODUCT_PICTURE }]))
  await showScreen(<Products />, ofLakshmi)
  await expect.element(cardOf('Tumblers')).toHaveTextContent('Steel Tumblers500Grams₹240BUY')
  const productPicture = () => cardOf('Tumblers').element().querySelector('img')
  await expect.poll(() => productPicture()?.src).toBe(PRODUCT_PICTURE)
})

test('the navigation has Home, Products, Customers and Profile [R-2.121]', async () => {
  await showScreen(<Products />, ofLakshmi)
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  expect(links.elements().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/deliveries'],
    ['Products', '/products'],
    ['Customers', '/deliveries'],
    ['Profile', '/profile'],
  ])
})

test('BUY adds the product to the cart, shows a message and reduces the balance [R-2.113, R-2.117]', async () => {
  await showScreen(<Products />, `${ofLakshmi}&hairValue=300`)
  await buy('Steel Tumblers').click()
  await expect.element(page.getByText('Steel Tumblers added to cart')).toBeVisible()
  await expect.element(bar).toHaveTextContent('Balance to return ₹60')
  await buy('Steel Tumblers').click()
  await buy('Torch').click()
  await expect.element(bar).toHaveTextContent('Items Total ₹570')
  await expect.element(bar).toHaveTextContent('Balance to collect ₹270')
  await expect.element(main).toHaveTextContent('#26 · 3 item(s) in cart')
  expect(activeVisit.get()?.cart.items).toMatchObject([
    { productId: 'tumblers', quantity: 2, description: '500Grams' },
    { productId: 'torch', quantity: 1, description: 'Product', pricePaise: 89_50 },
  ])
})

test('a tap on BUY updates the cart in the next frame', async () => {
  await showScreen(<Products />, ofLakshmi)
  await expect.element(buy('Torch')).toBeVisible()
  const button = buy('Torch').element() as HTMLButtonElement
  button.click()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(bar.element().textContent).toContain('Items Total ₹90')
})

test.each([
  ['name', () => page.getByText('Torch', { exact: true })],
  ['picture', () => page.elementLocator(cardOf('Torch').element().querySelector('img')!)],
])('the %s of a product opens a single order [R-2.119]', async (_, part) => {
  await showScreen(<Products />, ofLakshmi)
  await expect.element(buy('Torch')).toBeVisible()
  await part().click()
  await expect.poll(address).toBe('/placeorder')
  expect(addressQuery()).toEqual({ product: 'torch' })
})

test('a product without weight or description shows 50gms, and a product without a picture shows a parcel [R-2.116]', async () => {
  await showScreen(<Products />, ofLakshmi)
  await expect.element(cardOf('Torch')).toHaveTextContent('50gms')
  const productPicture = () => cardOf('Torch').element().querySelector('img')?.getAttribute('src')
  await expect.poll(productPicture).toBe('/pictures/fallback.svg')
})

test('without a customer BUY is disabled, and the screen explains why [R-2.118]', async () => {
  await showScreen(<Products />, '/products')
  await expect.element(buy('Torch')).toBeDisabled()
  const sentence = 'Please select a customer first before adding items to cart.'
  await expect.element(main.getByText(sentence)).toBeVisible()
})

test('adding without a customer shows a message and only logs a warning [R-4.032, R-5.022]', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await showScreen(null, '/products')
  addToCart(DEMO_PRODUCTS[0]!)
  const sentence = 'Please select a customer first before adding items to cart.'
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(warn).toHaveBeenCalledOnce()
  expect(activeVisit.get()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test.each([
  ['a failing server', json({}, 500)],
  ['an empty answer', json([])],
  ['a page instead of an answer', new Response('<html></html>')],
  ['no network', noNetwork()],
])('demo products replace %s, under a notice [R-7.012, R-8.053]', async (_, answer) => {
  server.answer('GET /api/products', answer)
  await showScreen(<Products />, ofLakshmi)
  const notice = 'Showing available products. Admin portal connection will retry automatically.'
  await expect.element(page.getByText(notice)).toBeVisible()
  for (const { name } of DEMO_PRODUCTS) await expect.element(buy(name)).toBeVisible()
  server.answer('GET /api/products', json({ products }))
  await page.getByRole('button', { name: 'Refresh Products' }).click()
  await expect.element(buy('Torch')).toBeVisible()
  await expect.element(page.getByText(notice)).not.toBeInTheDocument()
})

test('the products of a snapshot are used instead of demo products and show their age', async () => {
  signInRunner()
  await storeSnapshot('products', JSON.stringify(products))
  server.answer('GET /api/products', noNetwork())
  await showScreen(<Products />, ofLakshmi)
  const notice = page.getByText(/^Products saved on this phone, as of \d/)
  await expect.element(notice).toBeVisible()
  await expect.element(buy('Torch')).toBeVisible()
  await expect.element(buy(DEMO_PRODUCTS[0]?.name ?? '')).not.toBeInTheDocument()
  server.answer('GET /api/products', json({ products }))
  await page.getByRole('button', { name: 'Refresh Products' }).click()
  await expect.element(notice).not.toBeInTheDocument()
})

test('while demo products are shown, the products are requested again automatically [R-8.055]', async () => {
  stopClock()
  server.answer('GET /api/products', new Response('', { status: 500 }))
  await showScreen(<Products />, ofLakshmi)
  await expect.poll(words, standing).toContain(DEMO_PRODUCTS[0]?.name)
  expect(server.calls('GET /api/products')).toHaveLength(1)
  server.answer('GET /api/products', json({ products }))
  await pass(29_999)
  expect(server.calls('GET /api/products')).toHaveLength(1)
  await pass(1)
  await expect.poll(words, standing).toContain('Torch')
  await pass(120_000)
  expect(server.calls('GET /api/products')).toHaveLength(2)
})

test('every demo product has its own picture', async () => {
  server.answer('GET /api/products', json([]))
  await showScreen(<Products />, ofLakshmi)
  for (const { name } of DEMO_PRODUCTS) {
    const productPicture = () => cardOf(name).element().querySelector('img')
    await expect.poll(() => productPicture()?.naturalWidth).toBeGreaterThan(0)
    expect(productPicture()?.src).not.toContain('fallback')
  }
})

test('without demo data there are no products until a refresh [R-2.120, R-8.052]', async () => {
  await configureApp({ demoData: false })
  server.answer('GET /api/products', json({}, 503))
  await showScreen(<Products />, ofLakshmi)
  await expect.element(page.getByText('No products available')).toBeVisible()
  server.answer('GET /api/products', json(products))
  await page.getByRole('button', { name: 'Refresh Products' }).click()
  await expect.element(buy('Torch')).toBeVisible()
})

test.each([
  [360, 2],
  [768, 3],
  [1280, 4],
])('a screen of %i px has %i columns [R-2.115]', async (width, columns) => {
  onTestFinished(() => page.viewport(360, 640))
  await page.viewport(width, 800)
  await showScreen(<Products />, ofLakshmi)
  await expect.element(buy('Torch')).toBeVisible()
  const list = page.getByRole('main').getByRole('list').element()
  expect(getComputedStyle(list).gridTemplateColumns.split(' ')).toHaveLength(columns)
})
