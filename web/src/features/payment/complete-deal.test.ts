import { addProduct } from '@veni/domain/cart'
import { DEMO_PRODUCTS, FALLBACK_HAIR_PRICES } from '@veni/domain/demo-data'
import { LOCATION_NOT_AVAILABLE } from '@veni/domain/settlement'
import { openVisit, weigh } from '@veni/domain/visit'
import { beforeEach, expect, test } from 'vitest'
import { json, startPortalStub, type PortalStub } from '../../../test/portal-stub.ts'
import { phoneDatabase } from '../../lib/database.ts'
import { randomId } from '../../lib/random-id.ts'
import { listDeals } from '../../outbox/deal-store.ts'
import { listEntries } from '../../outbox/idb-store.ts'
import { savePhoto, type StoredPhoto } from '../../outbox/photo-store.ts'
import { owner, startSession } from '../../state/session.ts'
import { completeCashPayment, completeSettlement } from './complete-deal.ts'

const [cookingSet] = DEMO_PRODUCTS
let portal: PortalStub

beforeEach(async () => {
  portal = startPortalStub()
  const database = await phoneDatabase()
  for (const store of ['outbox', 'deals', 'photos'] as const) await database.clear(store)
  localStorage.clear()
  startSession('9000000001', undefined)
})

const visitOf = (id: string) =>
  weigh(
    openVisit(randomId(), { id, name: 'Lakshmi', mobile: '', email: '', location: 'Kothapalli' }),
    { black_hair: 100 },
    FALLBACK_HAIR_PRICES,
  )

async function packetPhoto(visitId: string): Promise<StoredPhoto> {
  const photo: StoredPhoto = {
    id: randomId(),
    owner: owner(),
    visitId,
    role: 'packet',
    type: 'image/jpeg',
    bytes: new Uint8Array([0xff, 0xd8, 0xff]).buffer,
    sha256: '',
    takenAt: 1,
  }
  await savePhoto(photo)
  return photo
}

const cash = (packet: StoredPhoto) => ({
  packet,
  receipt: undefined,
  location: LOCATION_NOT_AVAILABLE,
  payoutMethod: 'upi' as const,
  upiReference: ' UPI1 ',
  cashAmountPaise: undefined,
})

test('a cash payment is on the phone before anything is answered, with the specified record', async () => {
  let answerOrder: (answer: Response) => void
  portal.answer('POST /api/orders', () => new Promise((resolve) => (answerOrder = resolve)))
  const visit = visitOf('26')
  const deal = await completeCashPayment(visit, cash(await packetPhoto(visit.id)))
  expect(deal.invoiceId).toMatch(/^CASH-\d+-[A-Z]{6}$/)
  expect(await listDeals(owner())).toEqual([deal])
  expect(JSON.parse(localStorage.getItem('cashPayments') ?? '')).toEqual([
    expect.objectContaining({
      invoice_id: deal.invoiceId,
      customer_name: 'Lakshmi',
      hair_type: 'Black Hair',
      hair_weight: 100,
      hair_value: 350,
      cash_amount: 0,
      payout_method: 'upi',
      upi_reference: 'UPI1',
      location: LOCATION_NOT_AVAILABLE,
      status: 'completed',
    }),
  ])
  await expect.poll(() => portal.calls('POST /api/orders')).toHaveLength(1)
  answerOrder!(json({ id: 9 }))
})

test('a double tap makes one deal with one invoice id and one order', async () => {
  portal.answer('POST /api/orders', json({ id: 9 }))
  portal.answer('PUT /api/orders/9', json({ id: 9 }))
  const visit = visitOf('26')
  const packet = await packetPhoto(visit.id)
  const [one, other] = await Promise.all([
    completeCashPayment(visit, cash(packet)),
    completeCashPayment(visit, cash(packet)),
  ])
  expect(one.invoiceId).toBe(other.invoiceId)
  expect(await listDeals(owner())).toHaveLength(1)
  await expect.poll(() => listEntries(owner())).toEqual([])
  expect(portal.calls('POST /api/orders')).toHaveLength(1)
})

test('the order carries the specified fields and the chain ends with delivered', async () => {
  portal.answer('POST /api/orders', json({ order_id: 77 }))
  portal.answer('PUT /api/orders/77', json({}))
  const visit = visitOf('26')
  const deal = await completeCashPayment(visit, cash(await packetPhoto(visit.id)))
  await expect.poll(() => listEntries(owner())).toEqual([])
  expect(portal.calls('POST /api/orders')[0]?.body).toMatchObject({
    customer_id: 26,
    runner_id: 1,
    product_id: 'hair-purchase',
    product_name: 'Hair purchase',
    product_price: 350,
    quantity: 1,
    total_amount: 350,
    payment_method: 'upi',
    delivery_address: 'Kothapalli',
  })
  expect(portal.calls('PUT /api/orders/77')[0]?.body).toMatchObject({
    status: 'delivered',
    payment_type: 'upi',
  })
  const [stored] = await listDeals(owner())
  expect(stored?.receivedAt).toBeTypeOf('number')
  expect(stored?.invoiceId).toBe(deal.invoiceId)
})

test('an order that exists already is reused', async () => {
  portal.answer('PUT /api/orders/501', json({}))
  const visit = { ...visitOf('26'), orderId: '501' }
  await completeCashPayment(visit, cash(await packetPhoto(visit.id)))
  await expect.poll(() => listEntries(owner())).toEqual([])
  expect(portal.calls('POST /api/orders')).toEqual([])
  expect(portal.calls('PUT /api/orders/501')).toHaveLength(1)
})

test('a settlement is kept with its items and the balance that goes back', async () => {
  const opened = visitOf('26')
  const visit = { ...opened, cart: addProduct(opened.cart, cookingSet!) }
  const packet = await packetPhoto(visit.id)
  const deal = await completeSettlement(visit, { packet, location: LOCATION_NOT_AVAILABLE })
  expect(deal.invoiceId).toMatch(/^INV-/)
  expect(JSON.parse(localStorage.getItem('settlements') ?? '')).toEqual([
    expect.objectContaining({
      items_total: 29.44,
      balance_amount: 320.56,
      balance_type: 'return',
      status: 'confirmed',
    }),
  ])
})

test('a deal with a demo customer is never sent', async () => {
  const visit = visitOf('demo-1')
  const deal = await completeCashPayment(visit, cash(await packetPhoto(visit.id)))
  expect(deal.isDemo).toBe(true)
  expect(await listEntries(owner())).toEqual([])
  expect(portal.sent).toEqual([])
})
