import { addProduct, emptyCart } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo-data'
import { paise } from '@veni/domain/money'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { json, startPortalStub, type PortalStub } from '../../test/portal-stub.ts'
import {
  address,
  addressQuery,
  forgetVisits,
  HERE_AGAIN,
  showScreen,
  startVisit,
} from '../../test/show-screen.tsx'
import { loadAppConfig } from '../app-config.ts'
import { buyProduct } from '../features/catalogue/buy-product.ts'
import { activeVisit, selectCustomer } from '../state/visit.ts'
import { pendingConfirm } from '../ui/confirm-store.ts'
import Products from './products.tsx'

const catalogue = [
  { id: 7, productId: 'tumblers', name: 'Steel Tumblers', price: 240, weight: '500Grams' },
  { id: 8, productId: 'torch', name: 'Torch', price: '89.5' },
]
const buy = (name: string) => page.getByRole('button', { name: `BUY ${name}` })
const bar = page.getByRole('region', { name: 'Cart' })
const main = page.getByRole('main')
const ofLakshmi = '/products?customerId=26&customer=Lakshmi'
const ofPadma = '/products?customerId=27&customer=Padma&hairValue=500'
const full = (hairRupees: number) =>
  addProduct(emptyCart('26', 'Lakshmi', paise(hairRupees * 100)), DEMO_PRODUCTS[2]!)
const question =
  "You have 1 item(s) in cart for Lakshmi. Switching to Padma will save this cart and load Padma's cart. Continue?"

let portal: PortalStub

beforeEach(() => {
  forgetVisits()
  portal = startPortalStub()
  portal.answer('GET /api/products', json({ success: true, data: catalogue }))
})

async function configure(config: object) {
  const block = document.createElement('script')
  block.id = 'veni-config'
  block.type = 'application/json'
  block.textContent = JSON.stringify(config)
  document.head.append(block)
  await loadAppConfig()
  block.remove()
}
afterEach(() => configure({}))

test('BUY puts the gift into the cart, says so, and counts it against the hair value', async () => {
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

test('a tap on BUY shows in the cart within 100 ms', async () => {
  await showScreen(<Products />, ofLakshmi)
  await expect.element(buy('Torch')).toBeVisible()
  const button = buy('Torch').element() as HTMLButtonElement
  const before = performance.now()
  button.click()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(bar.element().textContent).toContain('Items Total ₹90')
  expect(performance.now() - before).toBeLessThan(100)
})

test('the name of a gift leads to a single order', async () => {
  await showScreen(<Products />, ofLakshmi)
  await page.getByRole('link', { name: 'Torch' }).click()
  expect(address()).toBe('/placeorder')
  expect(addressQuery()).toEqual({ product: 'torch' })
})

test('a gift without weight or description weighs 50gms, and one without a picture shows a parcel', async () => {
  await showScreen(<Products />, ofLakshmi)
  const card = page.getByRole('listitem').filter({ hasText: 'Torch' })
  await expect.element(card).toHaveTextContent('50gms')
  expect(card.element().querySelector('img')?.getAttribute('src')).toBe('/pictures/fallback.svg')
})

test('without a customer nothing can be bought, and the screen says why', async () => {
  await showScreen(<Products />, '/products')
  await expect.element(buy('Torch')).toBeDisabled()
  const sentence = 'Please select a customer first before adding items to cart.'
  await expect.element(main.getByText(sentence)).toBeVisible()
})

test('adding without a customer is ignored with a warning for the developer', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  buyProduct(DEMO_PRODUCTS[0]!)
  expect(warn).toHaveBeenCalledOnce()
  expect(activeVisit.get()).toBeUndefined()
})

test("another customer's link asks while the cart holds gifts; declining keeps the customer", async () => {
  startVisit({ cart: full(350) })
  await showScreen(<Products />, ofPadma)
  const dialog = page.getByRole('alertdialog', { name: question })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(main).toHaveTextContent('Lakshmi')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => addressQuery()).toEqual({ customerId: '26', customer: 'Lakshmi' })
  expect(activeVisit.get()).toMatchObject({
    customer: { id: '26' },
    cart: { hairValuePaise: 350_00, items: [{ productId: 'handbag' }] },
  })
})

test("accepting saves the cart and loads the other customer's", async () => {
  startVisit({ cart: full(350) })
  await showScreen(<Products />, ofPadma)
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect.element(main).toHaveTextContent('Padma')
  await expect.element(main).toHaveTextContent('Hair Value ₹500')
  await expect.element(main).toHaveTextContent('0 item(s) in cart')
  const { cart } = selectCustomer({ id: '26', name: '', mobile: '', email: '', location: '' })
  expect(cart).toMatchObject({ hairValuePaise: 350_00, items: [{ productId: 'handbag' }] })
})

test('a switch with nothing in the cart asks nothing', async () => {
  startVisit()
  await showScreen(<Products />, ofPadma)
  await expect.element(main).toHaveTextContent('Padma')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('leaving while the question stands withdraws it', async () => {
  startVisit({ cart: full(350) })
  const shown = await showScreen(<Products />, ofPadma)
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await shown.unmount()
  expect(pendingConfirm()).toBeNull()
  expect(activeVisit.get()?.customer.id).toBe('26')
})

test('the hair value of a link counts once, and never against what was weighed', async () => {
  const shown = await showScreen(<Products />, `${ofLakshmi}&hairValue=300`)
  await expect.element(main).toHaveTextContent('Hair Value ₹300')
  await shown.unmount()
  startVisit({ cart: emptyCart('26', 'Lakshmi') })
  const again = await showScreen(<Products />, HERE_AGAIN)
  await expect.element(main).toHaveTextContent('Hair Value ₹0')
  await again.unmount()
  startVisit({ hair: { black_hair: 20 }, cart: emptyCart('26', 'Lakshmi', paise(70_00)) })
  await showScreen(<Products />, `${ofLakshmi}&hairValue=900`)
  await expect.element(main).toHaveTextContent('Hair Value ₹70')
})

test.each(['-5', 'NaN', '1e99', 'Infinity', '%00', '12,5'])(
  'a link with the hair value %s gives no credit',
  async (hairValue) => {
    await showScreen(<Products />, `${ofLakshmi}&hairValue=${hairValue}`)
    await expect.element(main).toHaveTextContent('Hair Value ₹0')
  },
)

function refuseToStore(error: Error) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  return vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw error
  })
}

test('a switch that fails leads back to the deliveries', async () => {
  startVisit()
  refuseToStore(new DOMException('full', 'QuotaExceededError'))
  await showScreen(<Products />, ofPadma)
  await expect.poll(address).toBe('/deliveries')
})

test('a customer who cannot be stored is said so, and Retry mends it', async () => {
  const setItem = refuseToStore(new DOMException('full', 'QuotaExceededError'))
  await showScreen(<Products />, ofPadma)
  const sentence = page.getByText('Failed to initialize customer data. Please try again.')
  await expect.element(sentence).toBeVisible()
  setItem.mockRestore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(main).toHaveTextContent('Padma')
  await expect.element(sentence).not.toBeInTheDocument()
})

test('any other failure points to the console', async () => {
  refuseToStore(new Error('a bug'))
  await showScreen(<Products />, ofPadma)
  const sentence = 'An unexpected error occurred. Check console for details.'
  await expect.element(page.getByText(sentence)).toBeVisible()
})

test.each([
  ['a failing portal', json({}, 500)],
  ['an empty answer', json([])],
  ['a page instead of an answer', new Response('<html></html>')],
])('demo products stand in for %s, under a notice', async (_, answer) => {
  portal.answer('GET /api/products', answer)
  await showScreen(<Products />, ofLakshmi)
  const notice = 'Showing available products. Admin portal connection will retry automatically.'
  await expect.element(page.getByText(notice)).toBeVisible()
  for (const { name } of DEMO_PRODUCTS) await expect.element(buy(name)).toBeVisible()
  portal.answer('GET /api/products', json({ products: catalogue }))
  await page.getByRole('button', { name: 'Refresh Products' }).click()
  await expect.element(buy('Torch')).toBeVisible()
  await expect.element(page.getByText(notice)).not.toBeInTheDocument()
})

test('with demo data off there is nothing to buy until it is refreshed', async () => {
  await configure({ demoData: false })
  portal.answer('GET /api/products', json({}, 503))
  await showScreen(<Products />, ofLakshmi)
  await expect.element(page.getByText('No products available')).toBeVisible()
  portal.answer('GET /api/products', json(catalogue))
  await page.getByRole('button', { name: 'Refresh Products' }).click()
  await expect.element(buy('Torch')).toBeVisible()
})

test.each([
  [360, 2],
  [768, 3],
  [1280, 4],
])('a screen of %i px has %i columns', async (width, columns) => {
  await page.viewport(width, 800)
  await showScreen(<Products />, ofLakshmi)
  await expect.element(buy('Torch')).toBeVisible()
  const list = page.getByRole('main').getByRole('list').element()
  expect(getComputedStyle(list).gridTemplateColumns.split(' ')).toHaveLength(columns)
  await page.viewport(360, 640)
})
