import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { addProduct, computeCartTotals, createCart } from '@veni/domain/cart'
import { paise } from '@veni/domain/money'
import { expect, test } from 'vitest'
import {
  links,
  readCashPaymentQuery,
  readOrderSuccessQuery,
  readPaymentModeQuery,
  readProductsQuery,
} from './links.ts'

const queryOf = (path: string) => path.slice(path.indexOf('?'))

test('a payment link has the specified query and is read back unchanged [R-2.089]', () => {
  const cart = addProduct(createCart('26', 'Lakshmi & Co', paise(350_00)), DEMO_PRODUCTS[0]!)
  const totals = computeCartTotals(cart)
  const link = links.cashPayment({
    customer: 'Lakshmi & Co',
    customerId: '26',
    hairValuePaise: cart.hairValuePaise,
    ...totals,
    items: cart.items,
  })
  const query = new URLSearchParams(queryOf(link))
  expect([...query.keys()]).toEqual([
    'customer',
    'customerId',
    'hairValue',
    'itemsTotal',
    'balance',
    'cartItems',
  ])
  expect(query.get('balance')).toBe('320.56')
  expect(readCashPaymentQuery(queryOf(link))).toEqual({
    customer: 'Lakshmi & Co',
    customerId: '26',
    hairValuePaise: 350_00,
    items: cart.items,
    orderId: '',
  })
})

test('the hair link has the weights and focus=hair [R-2.084]', () => {
  const link = links.paymentMode({
    customerId: '26',
    customerName: 'Lakshmi',
    hair: { black_hair: 100 },
    focusHair: true,
  })
  expect(readPaymentModeQuery(queryOf(link))).toMatchObject({
    customerId: '26',
    customerName: 'Lakshmi',
    hair: { black_hair: 100 },
    focusHair: true,
  })
})

test.each([
  ['hairValue=1e308'],
  ['hairValue=-5'],
  ['hairValue=NaN'],
  ['hairValue=%3Cscript%3E'],
  ['hairValue='],
  [''],
])('a hair value that is not an amount is ignored: %s', (query) => {
  expect(readProductsQuery(`?${query}`).hairValuePaise).toBeUndefined()
  expect(readCashPaymentQuery(`?${query}`).hairValuePaise).toBeUndefined()
})

test.each([['cartItems=%5B%7B%22id%22'], ['cartItems=null'], ['cartItems=7']])(
  'cart lines that are incomplete or not a list are ignored: %s',
  (query) => {
    expect(readCashPaymentQuery(`?${query}`).items).toBeUndefined()
  },
)

test('an order-success link is read back unchanged [R-2.190]', () => {
  const order = {
    customer: 'Lakshmi & Co',
    product: 'Rice Cooker',
    orderId: '501',
    amount: '1206.44',
    payment: 'whiteHair',
    realApi: 'true',
  }
  const link = links.orderSuccess(order)
  expect(Object.fromEntries(new URLSearchParams(queryOf(link)))).toEqual(order)
  expect(readOrderSuccessQuery(queryOf(link))).toEqual(order)
})

test('an order-success link without a query is read as empty', () => {
  expect(Object.values(readOrderSuccessQuery('')).every((value) => value === '')).toBe(true)
})
