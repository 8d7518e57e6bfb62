import { addProduct, createCart, setExpanded } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { paise } from '@veni/domain/money'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { cartOf } from '../../../test/shown-cart.tsx'
import {
  address,
  addressQuery,
  clearVisits,
  HERE_AGAIN,
  showScreen,
  startVisit,
} from '../../../test/show-screen.tsx'
import { activeVisit, selectCustomer, updateCart } from '../../state/visit.ts'
import { pendingConfirm } from '../../ui/dialog/confirm-store.ts'
import Products from './products.tsx'

const main = page.getByRole('main')
const ofLakshmi = '/products?customerId=26&customer=Lakshmi'
const ofPadma = '/products?customerId=27&customer=Padma&hairValue=500'
const full = (hairRupees: number) => cartOf(hairRupees, 'handbag')
const question =
  "You have 1 item(s) in cart for Lakshmi. Switching to Padma will save this cart and load Padma's cart. Continue?"

beforeEach(() => {
  clearVisits()
  startStandInServer()
})

test('without a query the screen uses the selected customer [R-2.112]', async () => {
  startVisit({ cart: full(350) })
  await showScreen(<Products />, '/products')
  await expect.element(main).toHaveTextContent('Lakshmi#26 · 1 item(s) in cartHair Value ₹350')
  await expect.element(page.getByRole('button', { name: 'BUY Handbag' })).toBeEnabled()
})

test('the query switches the customer, and the banner shows the name and the hair value [R-2.111, R-2.113, R-4.037]', async () => {
  startVisit()
  updateCart((cart) => setExpanded(cart, true))
  await showScreen(<Products />, ofPadma)
  await expect.element(main).toHaveTextContent('Padma#27 · 0 item(s) in cartHair Value ₹500')
  expect(activeVisit.get()?.cart).toMatchObject({ items: [], isExpanded: false })
})

test("another customer's link asks while the cart has items; declining changes nothing [R-4.050, R-4.051]", async () => {
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

test("accepting stores the cart and loads the other customer's cart [R-4.043, R-4.044, R-4.051]", async () => {
  const padmas = addProduct(createCart('27', 'Padma', paise(500_00)), DEMO_PRODUCTS[0]!)
  startVisit({ cart: padmas }, { id: '27', name: 'Padma' })
  startVisit({ cart: full(350) })
  await showScreen(<Products />, ofPadma)
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect.element(main).toHaveTextContent('Padma#27 · 1 item(s) in cartHair Value ₹500')
  expect(activeVisit.get()?.cart.items).toMatchObject([{ productId: 'cookingset' }])
  const { cart } = selectCustomer({ id: '26', name: '', mobile: '', email: '', location: '' })
  expect(cart).toMatchObject({ hairValuePaise: 350_00, items: [{ productId: 'handbag' }] })
})

test('a switch with an empty cart does not ask [R-4.050]', async () => {
  startVisit()
  await showScreen(<Products />, ofPadma)
  await expect.element(main).toHaveTextContent('Padma')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('leaving the screen closes an open question', async () => {
  startVisit({ cart: full(350) })
  const shown = await showScreen(<Products />, ofPadma)
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await shown.unmount()
  expect(pendingConfirm.get()).toBeNull()
  expect(activeVisit.get()?.customer.id).toBe('26')
})

test('the hair value of a link applies once, and never replaces weights', async () => {
  const shown = await showScreen(<Products />, `${ofLakshmi}&hairValue=300`)
  await expect.element(main).toHaveTextContent('Hair Value ₹300')
  await shown.unmount()
  startVisit({ cart: createCart('26', 'Lakshmi') })
  const again = await showScreen(<Products />, HERE_AGAIN)
  await expect.element(main).toHaveTextContent('Hair Value ₹0')
  await again.unmount()
  startVisit({ hair: { black_hair: 20 }, cart: createCart('26', 'Lakshmi', paise(70_00)) })
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
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw error
  })
  return { warn, mend: () => setItem.mockRestore() }
}

test('a failed switch leads back to the deliveries [R-8.054]', async () => {
  startVisit()
  refuseToStore(new DOMException('full', 'QuotaExceededError'))
  await showScreen(<Products />, ofPadma)
  await expect.poll(address).toBe('/deliveries')
})

test('a customer that cannot be stored shows an error, and Retry repairs it [R-8.050]', async () => {
  const { mend } = refuseToStore(new DOMException('full', 'QuotaExceededError'))
  await showScreen(<Products />, ofPadma)
  const sentence = page.getByText('Failed to initialize customer data. Please try again.')
  await expect.element(sentence).toBeVisible()
  mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(main).toHaveTextContent('Padma')
  await expect.element(sentence).not.toBeInTheDocument()
})

test('any other failure shows a reference to the console, and Retry repeats the switch [R-8.051]', async () => {
  const { warn, mend } = refuseToStore(new Error('a bug'))
  await showScreen(<Products />, ofPadma)
  const sentence = page.getByText('An unexpected error occurred. Check console for details.')
  await expect.element(sentence).toBeVisible()
  expect(warn).toHaveBeenCalledWith(expect.any(String), new Error('a bug'))
  mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(main).toHaveTextContent('Padma')
  await expect.element(sentence).not.toBeInTheDocument()
})
