import { addProduct } from '@veni/domain/cart'
import { DEMO_PRODUCTS, FALLBACK_HAIR_PRICES } from '@veni/domain/demo-data'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  activeVisit,
  closeVisit,
  rememberOrder,
  selectCustomer,
  setWeights,
  updateCart,
} from './visit.ts'
import { wipeSavedCarts } from './saved-carts.ts'
import { startSession } from './session.ts'

const lakshmi = { id: '26', name: 'Lakshmi', mobile: '', email: '', location: 'Kothapalli' }
const anjali = { id: '27', name: 'Anjali', mobile: '', email: '', location: '' }
const [product] = DEMO_PRODUCTS

beforeEach(() => {
  closeVisit()
  sessionStorage.clear()
})

test('the session keys of the specification hold the active visit', () => {
  selectCustomer(lakshmi)
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  updateCart((cart) => addProduct(cart, product!))
  expect(sessionStorage.getItem('selectedCustomerId')).toBe('26')
  expect(sessionStorage.getItem('selectedCustomerName')).toBe('Lakshmi')
  expect(sessionStorage.getItem('selectedCustomerLocation')).toBe('Kothapalli')
  expect(JSON.parse(sessionStorage.getItem('hairCollections') ?? '')).toEqual({ black_hair: 100 })
  expect(JSON.parse(sessionStorage.getItem('hairCollections_26') ?? '')).toEqual({
    black_hair: 100,
  })
  expect(JSON.parse(sessionStorage.getItem('cart_26') ?? '')).toMatchObject({
    customerId: '26',
    hairValue: 350,
    itemsTotal: 29.44,
    balance: 320.56,
  })
})

test("another customer's visit leaves this one as it was, to be found again", () => {
  const visitId = selectCustomer(lakshmi).id
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  updateCart((cart) => addProduct(cart, product!))
  selectCustomer(anjali)
  expect(activeVisit.get()?.cart.items).toEqual([])
  selectCustomer(lakshmi)
  expect(activeVisit.get()).toMatchObject({ id: visitId, hair: { black_hair: 100 } })
  expect(activeVisit.get()?.cart.items).toHaveLength(1)
})

test("a saved cart that says it is another customer's is not taken", () => {
  sessionStorage.setItem(
    'cart_26',
    JSON.stringify({ customerId: '27', items: [{ id: 1, price: 5, quantity: 1 }], hairValue: 9 }),
  )
  expect(selectCustomer(lakshmi).cart.items).toEqual([])
})

test('a saved cart that was cut in half is an empty cart', () => {
  sessionStorage.setItem('cart_26', '{"customerId":"26","items":[{"id"')
  expect(selectCustomer(lakshmi).cart.items).toEqual([])
})

test('an order belongs to its visit and is never inherited by the next customer', () => {
  const { id } = selectCustomer(lakshmi)
  rememberOrder(id, '501')
  expect(sessionStorage.getItem('createdOrderId')).toBe('501')
  selectCustomer(anjali)
  expect(sessionStorage.getItem('createdOrderId')).toBeNull()
  expect(activeVisit.get()?.orderId).toBeUndefined()
  rememberOrder(id, '501')
  expect(sessionStorage.getItem('createdOrderId')).toBeNull()
})

test('a closed visit leaves nothing, and the next one with the same customer is a new one', () => {
  const { id } = selectCustomer(lakshmi)
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  closeVisit()
  const next = selectCustomer(lakshmi)
  expect(next.id).not.toBe(id)
  expect(next.hair).toEqual({})
})

test('wiping carts leaves no cart of any customer', () => {
  selectCustomer(lakshmi)
  selectCustomer(anjali)
  wipeSavedCarts()
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('cart_'))).toEqual([])
})

test("another runner's sign-in finds nothing of a visit", () => {
  startSession('9000000001', { id: '1', name: 'Ravi' })
  selectCustomer(lakshmi)
  startSession('+91 90000 00001', { id: '1', name: 'Ravi' })
  expect(activeVisit.get()?.customer.name).toBe('Lakshmi')
  startSession('9000000002', { id: '2', name: 'Prasad' })
  expect(activeVisit.get()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('a phone without room keeps a visit under way in memory, and begins none with somebody else', () => {
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
