import { paise } from '@veni/domain/money'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { json, type StandInServer } from '../../../test/stand-in-server.ts'
import { address, addressQuery, startVisit } from '../../../test/show-screen.tsx'
import {
  confirm,
  confirmOrder,
  hairWeight,
  openOrderForm,
  openPlaceOrder,
  purchase,
  startOrderServer,
  writesTo,
} from '../../../test/single-order.ts'
import { productsQuery } from '../../api/products-query.ts'
import { refetchNow } from '../../api/query-client.ts'
import { placeSingleOrder } from '../../features/orders/place-single-order.ts'
import { entries } from '../../outbox/entries.ts'
import { activeVisit } from '../../state/visit.ts'
import PlaceOrder from './place-order.tsx'

let server: StandInServer
const writes = () => writesTo(server)

beforeEach(() => {
  server = startOrderServer()
})

const showForm = () => openOrderForm(<PlaceOrder />)

test('CONFIRM creates the order, sets it to delivered, then the customer [R-3.056, R-4.060]', async () => {
  await showForm()
  await confirmOrder()
  await expect.poll(address).toBe('/order-success')
  expect(addressQuery()).toEqual({
    customer: 'Lakshmi',
    product: 'Torch',
    orderId: '501',
    amount: '89.5',
    payment: 'whiteHair',
    realApi: 'true',
  })
  expect(writes()).toEqual(['POST /api/orders', 'PUT /api/orders/501', 'PUT /api/customers/26'])
  expect(server.calls('PUT /api/orders/501')[0]?.body).toEqual({
    status: 'delivered',
    runner_notes: expect.any(String),
    delivery_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    actual_amount: 89.5,
    payment_type: 'hair',
    visit_id: expect.any(String),
  })
})

test('the order has the specified fields [R-3.050]', async () => {
  await showForm()
  await confirmOrder()
  await expect.poll(writes).toContain('POST /api/orders')
  expect(server.calls('POST /api/orders')[0]?.body).toEqual({
    customer_id: 26,
    runner_id: 1,
    product_id: 'torch',
    quantity: 1,
    payment_method: 'hair',
    delivery_address: 'Behind the ZPHS school, Kamalapur, Hanamkonda, Telangana',
    purchase_type: 'whiteHair',
    hair_weight: '30 gms',
    cash_amount: 'Rs. 100.00',
    customer_notes: '',
    visit_id: expect.any(String),
  })
})

test.each([
  ['Full Hair', 'fullHair', 'hair'],
  ['Cash', 'cash', 'cash'],
  ['White Hair', 'whiteHair', 'hair'],
])('%s is sent as %s, paid by %s [R-3.051, R-9.023]', async (label, type, method) => {
  await showForm()
  await purchase(label).click()
  await confirmOrder()
  await expect.poll(address).toBe('/order-success')
  expect(addressQuery().payment).toBe(type)
  expect(server.calls('POST /api/orders')[0]?.body).toMatchObject({
    purchase_type: type,
    payment_method: method,
  })
})

test('the customer update has the status delivered and its time [R-3.058]', async () => {
  await showForm()
  const before = Date.now()
  await confirmOrder()
  await expect.poll(writes).toContain('PUT /api/customers/26')
  const body = server.calls('PUT /api/customers/26')[0]?.body as { delivered_at: string }
  expect(body).toMatchObject({ status: 'delivered', runner_id: 1 })
  expect(Date.parse(body.delivered_at)).toBeGreaterThanOrEqual(before)
})

test('the customer is updated only after the order is delivered [R-4.061]', async () => {
  let deliver: (answer: Response) => void = () => undefined
  server.answer('PUT /api/orders/501', () => new Promise((resolve) => (deliver = resolve)))
  await showForm()
  await confirmOrder()
  await expect.poll(writes).toEqual(['POST /api/orders', 'PUT /api/orders/501'])
  deliver(json({}))
  await expect.poll(writes).toContain('PUT /api/customers/26')
})

test.each([500, 409])(
  'when the order update fails with %i the customer does not change [R-4.061]',
  async (status) => {
    server.answer('PUT /api/orders/501', json({}, status))
    await showForm()
    await confirmOrder()
    await expect.poll(address).toBe('/order-success')
    // A failed update is sent again soon.
    expect(new Set(writes())).toEqual(new Set(['POST /api/orders', 'PUT /api/orders/501']))
  },
)

/** @returns what answers the call that creates the order */
function holdOrder() {
  let make: (answer: Response) => void = () => undefined
  server.answer('POST /api/orders', () => new Promise((resolve) => (make = resolve)))
  return () => make(json({ order_id: 501 }))
}

test('while the order is made CONFIRM shows it, and a second tap makes no second order [R-2.136]', async () => {
  const make = holdOrder()
  await showForm()
  await confirmOrder()
  const busy = page.getByRole('button', { name: 'Confirming Order...' })
  await expect.element(busy).toBeVisible()
  await expect.element(confirm).not.toBeInTheDocument()
  await busy.click({ force: true })
  await expect.poll(writes).toEqual(['POST /api/orders'])
  make()
  await expect.poll(address).toBe('/order-success')
  expect(server.calls('POST /api/orders')).toHaveLength(1)
})

/** All steps of the order have reached the server. */
async function orderSent() {
  await expect.poll(writes).toContain('PUT /api/customers/26')
  await expect.poll(() => entries.get()).toEqual([])
}

test('an order that is made late leaves no other screen; its own screen shows it the next time', async () => {
  const make = holdOrder()
  const { unmount } = await showForm()
  await confirmOrder()
  await expect.poll(writes).toEqual(['POST /api/orders'])
  await unmount()
  window.history.pushState(null, '', '/enquiry/27')
  make()
  await orderSent()
  expect(address()).toBe('/enquiry/27')
  await openPlaceOrder(<PlaceOrder />)
  await expect.poll(address).toBe('/order-success')
  expect(addressQuery()).toMatchObject({ orderId: '501' })
})

test('an order that is made late does not leave the form of the next visit', async () => {
  const make = holdOrder()
  await showForm()
  await confirmOrder()
  await expect.poll(writes).toEqual(['POST /api/orders'])
  startVisit({}, { id: '27', name: 'Anjali' })
  await expect.element(page.getByRole('main')).toHaveTextContent('Anjali')
  make()
  await orderSent()
  await expect.element(confirm).toBeVisible()
  expect(address()).toBe('/placeorder')
  await expect.element(hairWeight).toHaveValue('')
})

test('the screen makes its own order and leaves the order of the visit to the deal [R-4.071]', async () => {
  startVisit({ orderId: '77' })
  await openPlaceOrder(<PlaceOrder />)
  await confirmOrder()
  await expect.poll(address).toBe('/order-success')
  expect(writes()).toEqual(['POST /api/orders', 'PUT /api/orders/501', 'PUT /api/customers/26'])
  expect(sessionStorage.getItem('createdOrderId')).toBe('77')
})

test('the order of a demo customer is never sent, and its link has realApi=false [R-2.077]', async () => {
  startVisit({}, { id: 'demo-1', name: 'Demo: Anjali Reddy' })
  await openPlaceOrder(<PlaceOrder />)
  await confirmOrder()
  await expect.poll(address).toBe('/order-success')
  expect(addressQuery()).toMatchObject({ realApi: 'false' })
  expect(addressQuery().orderId).toBeUndefined()
  expect(writes()).toEqual([])
})

test('a page that was killed during its order later shows that the order was created', async () => {
  startVisit()
  const torch = { id: '8', productId: 'torch', name: 'Torch', description: '', imageUrl: '' }
  await placeSingleOrder(
    activeVisit.get()!,
    { ...torch, pricePaise: paise(8_950) },
    { purchaseType: 'cash', hairWeight: '30', cashAmount: '10', deliveryAddress: '' },
  )
  await openPlaceOrder(<PlaceOrder />)
  await expect.poll(address).toBe('/order-success')
  expect(addressQuery()).toMatchObject({ orderId: '501', payment: 'cash', realApi: 'true' })
  expect(server.calls('POST /api/orders')).toHaveLength(1)
})

test('after a price change /order-success shows the amount that the office gets with a repeated order [R-7.067]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  server.answer('POST /api/orders', json({}, 500))
  await showForm()
  await confirmOrder()
  await expect.poll(() => entries.get().map(({ state }) => state)).toEqual(['held'])
  server.answer(
    'GET /api/products',
    json([{ id: 8, productId: 'torch', name: 'Torch', price: 120 }]),
  )
  await refetchNow(productsQuery())
  await expect.element(page.getByRole('main')).toHaveTextContent('₹120')
  server.answer('POST /api/orders', json({ id: 501 }))
  await confirm.click()
  await expect.poll(address).toBe('/order-success')
  expect(addressQuery()).toMatchObject({ orderId: '501', amount: '89.5' })
  await orderSent()
  expect(server.calls('PUT /api/orders/501')[0]?.body).toMatchObject({ actual_amount: 89.5 })
})
