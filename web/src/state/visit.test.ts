import { addProduct, setExpanded } from '@veni/domain/cart'
import { DEMO_PRODUCTS, FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { openVisit, type Visit } from '@veni/domain/visit'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as visit from './visit.ts'
import {
  activeVisit,
  adoptVisit,
  closeVisit,
  rememberOrder,
  selectCustomer,
  setWeights,
  updateCart,
} from './visit.ts'
import { randomId } from '../lib/random-id.ts'
import { nextVersion } from './visit-rows.ts'
import { toOpenVisit } from './stored-visit.ts'
import { cartKey, owner, startSession } from './session.ts'

const lakshmi = {
  id: '26',
  name: 'Lakshmi',
  mobile: '9848012345',
  email: 'lakshmi@example.in',
  location: 'Kothapalli',
}
const anjali = { id: '27', name: 'Anjali', mobile: '', email: '', location: '' }
const [product] = DEMO_PRODUCTS

beforeEach(() => {
  closeVisit()
  sessionStorage.clear()
})

const storedJson = (key: string): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null')

test('the session keys hold the selected customer [R-3.010]', () => {
  selectCustomer(lakshmi)
  expect(Object.fromEntries(Object.entries(sessionStorage))).toMatchObject({
    selectedCustomerId: '26',
    selectedCustomerName: 'Lakshmi',
    selectedCustomerMobile: '9848012345',
    selectedCustomerEmail: 'lakshmi@example.in',
    selectedCustomerLocation: 'Kothapalli',
  })
})

test('a change without an effect is neither written nor drawn', () => {
  selectCustomer(lakshmi)
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  const visit = activeVisit.get()
  const written = sessionStorage.getItem('visit_26')
  selectCustomer({ ...lakshmi, mobile: '' })
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  updateCart((cart) => ({ ...cart }))
  expect(activeVisit.get()).toBe(visit)
  expect(sessionStorage.getItem('visit_26')).toBe(written)
})

test('a visit begun before the sign-in belongs to the runner with the next change', () => {
  selectCustomer(lakshmi)
  startSession('9000000001', { id: '1', name: 'Ravi' })
  selectCustomer(lakshmi)
  expect(sessionStorage.getItem('visitsOf')).toBe(owner())
})

test('the session keys hold the weights and the cart [R-3.012, R-3.013, R-3.033, R-4.043]', () => {
  selectCustomer(lakshmi)
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  updateCart((cart) => addProduct(cart, product!))
  expect(storedJson('hairCollections')).toEqual({ black_hair: 100 })
  expect(storedJson('hairCollections_26')).toEqual({ black_hair: 100 })
  expect(storedJson('cart_26')).toMatchObject({
    items: [{ productId: product!.productId, quantity: 1 }],
    customerId: '26',
    hairValue: 350,
    itemsTotal: 29.44,
    balance: 320.56,
  })
})

/** The active visit of a reloaded page: the module is loaded a second time. */
async function visitAfterReload(): Promise<Visit | undefined> {
  const address = `./visit.ts?reload=${crypto.randomUUID()}`
  const again = (await import(/* @vite-ignore */ address)) as Pick<typeof visit, 'activeVisit'>
  return again.activeVisit.get()
}

test('a reload restores the visit from its session keys [R-3.010, R-3.011, R-3.012, R-4.064]', async () => {
  const keys = {
    selectedCustomerId: '26',
    selectedCustomerName: 'Lakshmi',
    selectedCustomerMobile: '9848012345',
    selectedCustomerEmail: 'lakshmi@example.in',
    selectedCustomerLocation: 'Kothapalli',
    createdOrderId: '501',
    hairCollections: '{"black_hair":100}',
  }
  for (const [key, value] of Object.entries(keys)) sessionStorage.setItem(key, value)
  expect(await visitAfterReload()).toMatchObject({
    customer: lakshmi,
    hair: { black_hair: 100 },
    orderId: '501',
  })
})

test('a reload restores the stored cart [R-4.039]', async () => {
  selectCustomer(lakshmi)
  updateCart((cart) => addProduct(cart, product!))
  const cart = activeVisit.get()?.cart
  expect((await visitAfterReload())?.cart).toEqual(cart)
})

test('setting a customer empties the items and collapses the bar [R-4.037]', () => {
  selectCustomer(lakshmi)
  updateCart((cart) => setExpanded(addProduct(cart, product!), true))
  expect(selectCustomer(anjali).cart).toMatchObject({ items: [], isExpanded: false })
})

test('setting a customer uses the value of the weighed hair, even when the cart was deleted [R-4.037]', () => {
  selectCustomer(lakshmi)
  setWeights({ black_hair: 100.5, grey_hair: 20 }, FALLBACK_HAIR_PRICES)
  updateCart((cart) => addProduct(cart, product!))
  const { hairValuePaise } = activeVisit.get()!.cart
  selectCustomer(anjali)
  sessionStorage.removeItem(cartKey(lakshmi.id))
  expect(selectCustomer(lakshmi).cart).toMatchObject({ items: [], hairValuePaise })
})

test("another customer's visit does not change this visit, which can be opened again [R-3.033, R-4.044]", () => {
  const visitId = selectCustomer(lakshmi).id
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  updateCart((cart) => addProduct(cart, product!))
  selectCustomer(anjali)
  expect(activeVisit.get()?.cart.items).toEqual([])
  selectCustomer(lakshmi)
  expect(activeVisit.get()).toMatchObject({ id: visitId, hair: { black_hair: 100 } })
  expect(activeVisit.get()?.cart.items).toHaveLength(1)
})

test('a stored cart with the id of another customer is ignored [R-4.044]', () => {
  sessionStorage.setItem(
    'cart_26',
    JSON.stringify({ customerId: '27', items: [{ id: 1, price: 5, quantity: 1 }], hairValue: 9 }),
  )
  expect(selectCustomer(lakshmi).cart.items).toEqual([])
})

test('an incomplete stored cart is read as an empty cart', () => {
  sessionStorage.setItem('cart_26', '{"customerId":"26","items":[{"id"')
  expect(selectCustomer(lakshmi).cart.items).toEqual([])
})

test('an order belongs to its visit and never passes to the next customer [R-3.011]', () => {
  const { id } = selectCustomer(lakshmi)
  rememberOrder(id, '501')
  expect(sessionStorage.getItem('createdOrderId')).toBe('501')
  selectCustomer(anjali)
  expect(sessionStorage.getItem('createdOrderId')).toBeNull()
  expect(activeVisit.get()?.orderId).toBeUndefined()
  rememberOrder(id, '501')
  expect(sessionStorage.getItem('createdOrderId')).toBeNull()
})

test('a visit from another tab does not get the order of a deal of this tab [R-3.011]', () => {
  const { id } = selectCustomer(lakshmi)
  closeVisit()
  rememberOrder(id, '501')
  expect(sessionStorage.getItem('createdOrderId')).toBe('501')
  const value = toOpenVisit(openVisit(randomId(), anjali))
  adoptVisit(`visit_${anjali.id}`, { version: nextVersion(), value })
  expect(activeVisit.get()?.customer.id).toBe(anjali.id)
  expect(sessionStorage.getItem('createdOrderId')).toBeNull()
})

test('a closed visit leaves no data, and the next visit to the same customer is a new one', () => {
  const { id } = selectCustomer(lakshmi)
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  closeVisit()
  const next = selectCustomer(lakshmi)
  expect(next.id).not.toBe(id)
  expect(next.hair).toEqual({})
})

test('after the sign-in of another runner no data of the visit is left', () => {
  startSession('9000000001', { id: '1', name: 'Ravi' })
  selectCustomer(lakshmi)
  startSession('+91 90000 00001', { id: '1', name: 'Ravi' })
  expect(activeVisit.get()?.customer.name).toBe('Lakshmi')
  startSession('9000000002', { id: '2', name: 'Prasad' })
  expect(activeVisit.get()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('on a full phone an open visit continues in memory, and no visit to another customer begins', () => {
  selectCustomer(lakshmi)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  updateCart((cart) => addProduct(cart, product!))
  expect(activeVisit.get()).toMatchObject({ hair: { black_hair: 100 } })
  expect(activeVisit.get()?.cart.items).toHaveLength(1)
  expect(warn).toHaveBeenCalled()
  expect(() => selectCustomer(anjali)).toThrow(DOMException)
  expect(activeVisit.get()?.customer.name).toBe('Lakshmi')
})
