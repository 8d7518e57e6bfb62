import { addProduct, type Cart } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cartBar as bar, cartOf, showCart } from '../../../test/shown-cart.tsx'
import { address, clearVisits } from '../../../test/show-screen.tsx'
import { activeVisit } from '../../state/visit.ts'

const HIGHEST_PX = 24 * 16
/** A product picture of one pixel that loads. */
const PRODUCT_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

const cart = () => activeVisit.get()!.cart
const line = (name: string) => bar.getByRole('listitem').filter({ hasText: name })
const withProductPicture = (contents: Cart, image: string): Cart => ({
  ...contents,
  items: contents.items.map((item) => ({ ...item, image })),
})

beforeEach(clearVisits)

test('the cart expands and collapses [R-4.036]', async () => {
  await showCart(cartOf(350, 'handbag'))
  await bar.getByRole('button', { name: 'Open cart, 1 item(s)' }).click()
  await expect.element(line('Handbag')).toBeVisible()
  await bar.getByRole('button', { name: 'Close cart' }).click()
  await expect.element(line('Handbag')).not.toBeInTheDocument()
})

test("the expanded cart has its title, the customer's name, Clear All and two ways to collapse it [R-2.090, R-2.091]", async () => {
  await showCart(cartOf(350, 'handbag'), true)
  await expect.element(bar.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await expect.element(bar.getByText('Lakshmi', { exact: true })).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Clear All' })).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Close cart' })).toBeVisible()
  await bar.getByRole('button', { name: 'Minimize' }).click()
  await expect.element(bar.getByRole('heading')).not.toBeInTheDocument()
})

test('the expanded cart is at most 24 rem high, with any number of items [R-2.092]', async () => {
  const contents = cartOf(0, 'handbag')
  const productIds = Array.from({ length: 12 }, (_, index) => `product${index}`)
  const items = productIds.map((productId) => ({
    ...contents.items[0]!,
    productId,
    name: productId,
  }))
  await showCart({ ...contents, items }, true)
  await expect.element(line('product11')).toBeInTheDocument()
  const { height } = bar.element().getBoundingClientRect()
  expect(height).toBeLessThanOrEqual(HIGHEST_PX + 1)
  // The height shows that the list still has its lines and scrolls.
  expect(height).toBeGreaterThan(HIGHEST_PX - 2)
})

test('an item shows its product picture [R-2.093]', async () => {
  await showCart(withProductPicture(cartOf(0, 'handbag'), PRODUCT_PICTURE), true)
  const productPicture = () => line('Handbag').element().querySelector('img')
  await expect.poll(() => productPicture()?.naturalWidth).toBe(1)
  expect(productPicture()?.src).toBe(PRODUCT_PICTURE)
})

test.each(['', 'data:image/png;base64,broken'])(
  'an item whose product picture %j cannot be loaded shows the drawn parcel [R-2.093]',
  async (image) => {
    await showCart(withProductPicture(cartOf(0, 'handbag'), image), true)
    await expect
      .poll(() => line('Handbag').element().querySelector('img')?.getAttribute('src'))
      .toBe('/pictures/fallback.svg')
  },
)

test('an item shows its name, its description and its unit price [R-2.094]', async () => {
  await showCart(cartOf(350, 'ricecooker', 'ricecooker'), true)
  await expect.element(line('Rice Cooker')).toHaveTextContent('500Grams · ₹1,206 each')
})

test('an item without a description is a Product [R-2.094]', async () => {
  const plain = { ...DEMO_PRODUCTS[2]!, description: '' }
  await showCart(addProduct(cartOf(350), plain), true)
  await expect.element(line('Handbag')).toHaveTextContent('Product · ₹200 each')
})

test('plus and minus change the quantity, and minus is disabled at 1 [R-2.095, R-2.096]', async () => {
  await showCart(cartOf(350, 'handbag', 'officelunchbox'), true)
  const more = line('Handbag').getByRole('button', { name: 'One more Handbag' })
  const less = line('Handbag').getByRole('button', { name: 'One less Handbag' })
  await expect.element(less).toBeDisabled()
  await expect.element(line('Handbag')).toHaveTextContent(/₹200$/)
  await more.click()
  await more.click()
  await expect.element(line('Handbag')).toHaveTextContent(/₹600$/)
  await expect.element(line('Handbag').getByRole('status')).toHaveTextContent('3')
  await less.click()
  await expect.element(line('Handbag')).toHaveTextContent(/₹400$/)
  await expect.element(less).toBeEnabled()
  await expect.element(bar).toHaveTextContent('Items Total ₹800')
})

test('an item can be removed, and the totals change [R-2.097, R-4.034, R-4.040]', async () => {
  await showCart(cartOf(350, 'handbag', 'ricecooker'), true)
  await line('Handbag').getByRole('button', { name: 'Remove Handbag' }).click()
  await expect.element(line('Handbag')).not.toBeInTheDocument()
  await expect.element(line('Rice Cooker')).toBeVisible()
  await expect.element(bar).toHaveTextContent('Items Total ₹1,206')
})

test.each([
  [350, 'To Return ₹150'],
  [100, 'To Collect ₹100'],
  [200, 'Balance ₹0'],
])(
  'with ₹%i of hair and a product of ₹200 the summary shows %s [R-2.098]',
  async (hair, balance) => {
    await showCart(cartOf(hair, 'handbag'), true)
    await expect
      .element(bar)
      .toHaveTextContent(`Hair Value ₹${hair}Items Total ₹200${balance}Minimize`)
  },
)

test.each([
  ['Proceed to Payment', '/cash-payment'],
  ['Settle with items', '/items-settlement'],
])('%s opens %s and collapses the cart [R-2.099]', async (name, path) => {
  await showCart(cartOf(350, 'handbag'), true)
  await bar.getByRole('button', { name }).click()
  await expect.poll(address).toBe(path)
  expect(cart().isExpanded).toBe(false)
})

test('Minimize in the summary collapses the cart and stays on the screen [R-2.099]', async () => {
  await showCart(cartOf(350, 'handbag'), true)
  await bar.getByRole('button', { name: 'Minimize' }).click()
  await expect.element(bar.getByRole('button', { name: 'Proceed', exact: true })).toBeVisible()
  await expect.poll(address).toBe('/products')
})

test('Clear All asks first, and the answer no changes nothing [R-4.035, R-5.021]', async () => {
  await showCart(cartOf(350, 'handbag'), true)
  await bar.getByRole('button', { name: 'Clear All' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to clear the cart?',
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(cart().items).toHaveLength(1)
  await bar.getByRole('button', { name: 'Clear All' }).click()
  await question.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => cart()).toMatchObject({ items: [], isExpanded: false })
  await expect.element(bar).toHaveTextContent('Items Total ₹0')
})

test('an empty cart explains how to add products [R-2.100]', async () => {
  await showCart(cartOf(350), true)
  await expect.element(bar.getByText('Your cart is empty')).toBeVisible()
  await expect.element(bar.getByText('Add some products to get started')).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Clear All' })).toBeDisabled()
})
