import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { CartItem } from './cart.ts'
import { paise } from './money.ts'
import {
  buildDealOrder,
  findDeliveryAddress,
  orderCreateSchema,
  orderReplySchema,
  orderUpdateSchema,
  buildSingleOrder,
  type DealOrder,
  type PurchaseType,
  type SingleOrder,
} from './order.ts'

const newItem = (item: Partial<CartItem> = {}): CartItem => ({
  id: '2',
  productId: 'ricecooker',
  name: 'Rice Cooker',
  pricePaise: paise(1206_44),
  quantity: 1,
  image: '',
  description: '500Grams',
  ...item,
})
const handbag = newItem({
  id: '3',
  productId: 'handbag',
  name: 'Handbag',
  pricePaise: paise(200_00),
  quantity: 2,
})

const newDeal = (deal: Partial<DealOrder> = {}): DealOrder => ({
  customerId: '26',
  visitId: '0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11',
  invoiceId: 'CASH-1763690400000-ABCDEF',
  items: [],
  hairValuePaise: paise(350_00),
  payoutMethod: 'upi',
  deliveryAddress: 'Kothapalli, Karimnagar, Telangana',
  customerNotes: '',
  runnerNotes: '',
  hairPhotoUrl: '/api/images/x.jpg',
  cashReceiptUrl: '',
  ...deal,
})

describe('the order of a deal (ruling 18)', () => {
  it('without items is a hair purchase [R-3.052, R-3.054]', () => {
    expect(buildDealOrder(newDeal())).toEqual({
      customer_id: 26,
      runner_id: 1,
      product_id: 'hair-purchase',
      product_name: 'Hair purchase',
      product_price: 350,
      quantity: 1,
      total_amount: 350,
      payment_method: 'upi',
      delivery_address: 'Kothapalli, Karimnagar, Telangana',
      customer_notes: '',
      runner_notes: '',
      hair_photo_url: '/api/images/x.jpg',
      cash_receipt_url: '',
      visit_id: '0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11',
      invoice_id: 'CASH-1763690400000-ABCDEF',
    })
  })

  it('combines several items into one product line [R-3.054]', () => {
    expect(buildDealOrder(newDeal({ items: [newItem(), handbag] }))).toMatchObject({
      product_id: 'ricecooker',
      product_name: 'Rice Cooker × 1, Handbag × 2',
      product_price: 1206.44,
      quantity: 3,
      total_amount: 1606.44,
      items: [
        { productId: 'ricecooker', price: 1206.44, quantity: 1 },
        { productId: 'handbag', price: 200, quantity: 2 },
      ],
    })
  })

  it('sends numeric ids as numbers and other ids as text', () => {
    const body = buildDealOrder(
      newDeal({ customerId: 'C-7', items: [newItem({ productId: '5' })] }),
    )
    expect(body).toMatchObject({ customer_id: 'C-7', product_id: 5, runner_id: 1 })
  })

  // With one letter more, the limit is inside an emoji instead of between two.
  it.each(['', 'x'])(
    'shortens the names of many products and stays valid (prefix %j)',
    (prefix) => {
      const items = Array.from({ length: 9 }, (_, index) =>
        newItem({ productId: `p${index}`, name: `${prefix}${'👜'.repeat(249)}` }),
      )
      const body = buildDealOrder(newDeal({ items }))
      expect(body.product_name).toMatch(/👜…$/u)
      // A database refuses half of a surrogate pair.
      expect(() => encodeURIComponent(body.product_name ?? '')).not.toThrow()
      expect(body.items).toHaveLength(9)
      expect(v.is(orderCreateSchema, body)).toBe(true)
    },
  )

  it('matches the contract for any cart, and its total is the sum of its items', () => {
    const item = fc
      .record({
        productId: fc.stringMatching(/^[a-z0-9-]{1,64}$/),
        name: fc.string({ minLength: 1, maxLength: 500 }),
        price: fc.integer({ min: 0, max: 1_000_000 }),
        quantity: fc.integer({ min: 1, max: 999 }),
      })
      .map(({ price, ...rest }) => newItem({ ...rest, pricePaise: paise(price) }))
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), (items) => {
        const body = buildDealOrder(newDeal({ items }))
        expect(v.is(orderCreateSchema, body)).toBe(true)
        const total = items.reduce((sum, each) => sum + each.pricePaise * each.quantity, 0)
        expect(Math.round((body.total_amount ?? 0) * 100)).toBe(total)
      }),
    )
  })
})

describe('a single order of /placeorder', () => {
  const newOrder = (order: Partial<SingleOrder> = {}): SingleOrder => ({
    customerId: '26',
    productId: 'ricecooker',
    purchaseType: 'whiteHair',
    hairWeight: ' 30 gms ',
    cashAmount: ' Rs. 100.00 ',
    deliveryAddress: 'Address not available',
    customerNotes: '',
    ...order,
  })

  it('has the specified fields [R-3.050]', () => {
    const body = buildSingleOrder(newOrder())
    expect(body).toEqual({
      customer_id: 26,
      runner_id: 1,
      product_id: 'ricecooker',
      quantity: 1,
      payment_method: 'hair',
      delivery_address: 'Address not available',
      purchase_type: 'whiteHair',
      hair_weight: '30 gms',
      cash_amount: 'Rs. 100.00',
      customer_notes: '',
    })
    expect(v.is(orderCreateSchema, body)).toBe(true)
  })

  it.each<[PurchaseType, string]>([
    ['fullHair', 'hair'],
    ['whiteHair', 'hair'],
    ['cash', 'cash'],
  ])('of type %s is paid by %s [R-3.051]', (purchaseType, method) => {
    expect(buildSingleOrder(newOrder({ purchaseType })).payment_method).toBe(method)
  })
})

describe('an order', () => {
  const body = buildDealOrder(newDeal({ items: [newItem()] }))

  it.each([
    ['no customer', { customer_id: null }],
    ['a fractional quantity', { quantity: 1.5 }],
    ['no quantity', { quantity: 0 }],
    ['an unknown payment method', { payment_method: 'card' }],
    ['an amount that is too high', { total_amount: 1e308 }],
    ['a price that is not a number', { product_price: Number.NaN }],
    ['notes that are too long', { runner_notes: 'x'.repeat(2_001) }],
    ['an unknown purchase type', { purchase_type: 'grey' }],
    ['a visit id that is not a UUID', { visit_id: 'x' }],
  ])('is refused with %s', (_, fields) => {
    expect(v.is(orderCreateSchema, { ...body, ...fields })).toBe(false)
  })

  it('needs only customer, product, quantity and payment method', () => {
    const order = { customer_id: 26, product_id: 5, quantity: 1, payment_method: 'hair' }
    expect(v.is(orderCreateSchema, order)).toBe(true)
  })
})

describe('an order update', () => {
  it.each([
    [{ status: 'delivered' }, true],
    [{ status: 'delivered', actual_amount: 79.44, payment_type: 'upi' }, true],
    [{ status: 'delivered', actual_amount: -79.44, payment_type: 'upi' }, false],
    [{ status: 'lost' }, false],
    [{ status: 'delivered', actual_amount: -1e308 }, false],
    [{}, false],
  ])('%j is accepted: %s', (update, expected) => {
    expect(v.is(orderUpdateSchema, update)).toBe(expected)
  })
})

describe('the reply to an order', () => {
  it.each([
    [{ id: 77 }, '77'],
    [{ order_id: 'ORD-77' }, 'ORD-77'],
    [{ id: 77, order_id: 78 }, '77'],
    [{ id: null, order_id: 78 }, '78'],
    [{ success: true, data: { id: 77 } }, '77'],
    [{ data: { order_id: '77' } }, '77'],
    [{ message: 'created', order: { id: 77 } }, '77'],
    [{ order: { order_id: 77 }, data: null }, '77'],
  ])('%j has the order id %s [R-3.055]', (reply, id) => {
    expect(v.parse(orderReplySchema, reply)).toBe(id)
  })

  it.each([null, '<!doctype html>', {}, { id: '' }, { id: 1.5 }, { data: {} }, [{ id: 77 }], 77])(
    '%j has no order id',
    (reply) => {
      expect(v.is(orderReplySchema, reply)).toBe(false)
    },
  )
})

describe('the address lookup of /placeorder', () => {
  it.each([
    ['26', true],
    ['27', true],
    ['28', true],
    ['29', false],
    ['__proto__', false],
    ['toString', false],
  ])('has the address of customer %j: %s', (customerId, isKnown) => {
    expect(findDeliveryAddress(customerId) !== undefined).toBe(isKnown)
  })
})
