import type { CashPaymentForm, Deal } from '@veni/domain/deal'
import { paise } from '@veni/domain/money'
import { LOCATION_NOT_AVAILABLE } from '@veni/domain/location'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { phoneDatabase } from '../../../test/phone-database.ts'
import { configureApp } from '../../../test/app-config.ts'
import { storePacketPhoto, newWeighedVisit } from '../../../test/deal-visit.ts'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { loseFile } from '../../../test/unreadable-photo.ts'
import { listDeals } from '../../outbox/stores/deal-store.ts'
import { listEntries } from '../../outbox/stores/entry-store.ts'
import { readPhoto, storePhoto, type StoredPhoto } from '../../outbox/stores/photo-store.ts'
import { owner, startSession } from '../../state/session.ts'
import { clockOffset } from '../../state/clock-offset.ts'
import { completeDeal, dealPhoto } from './complete-deal.ts'

let server: StandInServer

beforeEach(async () => {
  server = startStandInServer()
  const database = await phoneDatabase()
  for (const store of ['outbox', 'deals', 'photos'] as const) await database.clear(store)
  localStorage.clear()
  startSession('9000000001', undefined)
})

const upi = (packet: StoredPhoto): CashPaymentForm => ({
  kind: 'cash-payment',
  packet: dealPhoto(packet),
  receipt: undefined,
  location: LOCATION_NOT_AVAILABLE,
  payoutMethod: 'upi',
  upiReference: ' UPI1 ',
  cashAmountPaise: undefined,
})

const storedPayments = (): unknown => JSON.parse(localStorage.getItem('cashPayments') ?? '')

test('the deal is stored with its invoice id before anything is sent [R-4.069]', async () => {
  const atFirstCall = new Promise<Deal[]>((resolve) => {
    server.answer('POST /api/orders', async () => {
      resolve(await listDeals(owner()))
      return json({ id: 9 })
    })
  })
  server.answer('PUT /api/orders/9', json({}))
  const visit = newWeighedVisit()
  const deal = await completeDeal(visit, upi(await storePacketPhoto(visit.id)))
  expect(await atFirstCall).toEqual([deal])
  expect(server.sent[0]).toMatchObject({
    path: '/api/orders',
    body: { invoice_id: deal.invoiceId },
  })
})

test("the deal has its own time and the last measured offset of the phone's clock [R-8.083]", async () => {
  onTestFinished(() => clockOffset.set(undefined))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('1970-01-05T00:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  clockOffset.set(1_795_000_000)
  const visit = newWeighedVisit()
  await completeDeal(visit, upi(await storePacketPhoto(visit.id)))
  const [deal] = await listDeals(owner())
  expect(deal?.record).toMatchObject({
    payment_date: '1970-01-05T00:00:00.000Z',
    clock_offset_s: 1_795_000_000,
  })
})

test('a double tap makes one deal with one invoice id and one order [R-4.069]', async () => {
  server.answer('POST /api/orders', json({ id: 9 }))
  server.answer('PUT /api/orders/9', json({ id: 9 }))
  const visit = newWeighedVisit()
  const packet = await storePacketPhoto(visit.id)
  const [one, other] = await Promise.all([
    completeDeal(visit, upi(packet)),
    completeDeal(visit, upi(packet)),
  ])
  expect(one.invoiceId).toBe(other.invoiceId)
  expect(await listDeals(owner())).toHaveLength(1)
  await expect.poll(() => listEntries(owner())).toEqual([])
  expect(server.calls('POST /api/orders')).toHaveLength(1)
})

test('the order carries the specified fields, and is delivered on completion [R-3.052, R-4.062]', async () => {
  server.answer('POST /api/orders', json({ order_id: 77 }))
  server.answer('PUT /api/orders/77', json({}))
  const visit = newWeighedVisit()
  const deal = await completeDeal(visit, upi(await storePacketPhoto(visit.id)))
  await expect.poll(() => listEntries(owner())).toEqual([])
  const calls = server.sent.map(({ method, path }) => `${method} ${path}`)
  expect(calls.slice(0, 2)).toEqual(['POST /api/orders', 'PUT /api/orders/77'])
  expect(server.sent[0]?.body).toEqual({
    customer_id: 26,
    runner_id: 1,
    product_id: 'hair-purchase',
    product_name: 'Hair purchase',
    product_price: 350,
    quantity: 1,
    total_amount: 350,
    payment_method: 'upi',
    delivery_address: 'Kothapalli',
    customer_notes: '',
    runner_notes: `Invoice ${deal.invoiceId}`,
    hair_photo_url: '',
    cash_receipt_url: '',
    visit_id: visit.id,
    invoice_id: deal.invoiceId,
  })
  expect(server.sent[1]?.body).toMatchObject({ status: 'delivered' })
  const [stored] = await listDeals(owner())
  expect(stored?.receivedAt).toBeTypeOf('number')
  expect(stored?.invoiceId).toBe(deal.invoiceId)
})

test.each([
  ['upi', 'UPI1', ', UPI reference UPI1'],
  ['cash', '', ''],
] as const)(
  'a payout by %s is sent with its method, notes, amount and photos [R-3.053, R-3.056, R-7.014]',
  async (payoutMethod, reference, noted) => {
    server.answer('POST /api/orders', json({ order_id: 77 }))
    server.answer('PUT /api/orders/77', json({}))
    const visit = newWeighedVisit()
    const packet = { ...(await storePacketPhoto(visit.id)), url: '/api/images/packet.jpg' }
    const receipt = { ...(await storePacketPhoto(visit.id)), url: '/api/images/receipt.jpg' }
    const deal = await completeDeal(visit, {
      ...upi(packet),
      receipt: dealPhoto(receipt),
      payoutMethod,
      cashAmountPaise: paise(120_50),
    })
    await expect.poll(() => server.calls('PUT /api/orders/77').length).toBeGreaterThan(0)
    const photos = { hair_photo_url: packet.url, cash_receipt_url: receipt.url }
    const [order] = server.calls('POST /api/orders')
    expect(order?.body).toMatchObject({ payment_method: payoutMethod, ...photos })
    expect(server.calls('PUT /api/orders/77')[0]?.body).toEqual({
      status: 'delivered',
      runner_notes: `Invoice ${deal.invoiceId}${noted}`,
      delivery_date: new Date(deal.createdAt).toISOString(),
      actual_amount: 120.5,
      payment_type: payoutMethod,
      ...photos,
      visit_id: visit.id,
      invoice_id: deal.invoiceId,
    })
    expect(storedPayments()).toMatchObject([{ upi_reference: reference }])
  },
)

test('a photo whose upload failed has a local URL in the record, and is sent with the deal [R-7.020]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  server.answer('POST /api/orders', json({ order_id: 77 }))
  server.answer('PUT /api/orders/77', json({}))
  await configureApp({ imageHostUrl: 'https://images.example/upload' })
  server.answer('POST /upload', json({}, 503))
  const visit = newWeighedVisit()
  const packet = await storePacketPhoto(visit.id)
  await completeDeal(visit, upi(packet))
  expect(storedPayments()).toMatchObject([{ hair_photo_url: expect.stringMatching(/^blob:/) }])
  await expect.poll(() => server.calls('POST /upload')).toHaveLength(1)
  const url = 'https://images.example/1.jpg'
  server.answer('POST /upload', json({ success: true, data: { url } }))
  await expect.poll(() => listEntries(owner())).toEqual([])
  expect((await readPhoto(packet.id))?.url).toBe(url)
  expect(server.calls('PUT /api/orders/77').at(-1)?.body).toMatchObject({ hair_photo_url: url })
})

test('photos that the runner has replaced leave the phone with the deal, also after it is received', async () => {
  server.answer('POST /api/orders', json({ order_id: 77 }))
  server.answer('PUT /api/orders/77', json({}))
  const visit = newWeighedVisit()
  const [replaced, packet, other] = [
    await storePacketPhoto(visit.id),
    await storePacketPhoto(visit.id),
    await storePacketPhoto(newWeighedVisit().id),
  ]
  const later = await storePacketPhoto(visit.id)
  await storePhoto({ ...later, takenAt: Date.now() + 60_000 })
  await completeDeal(visit, upi(packet))
  await expect.poll(() => readPhoto(replaced.id)).toBeUndefined()
  await expect.poll(() => listEntries(owner())).toEqual([])
  for (const { id } of [packet, other, later]) expect(await readPhoto(id)).toBeDefined()
})

test('a photo that the runner has replaced leaves the phone when the clock was set back before the deal', async () => {
  const visit = newWeighedVisit()
  const [replaced, packet] = [await storePacketPhoto(visit.id), await storePacketPhoto(visit.id)]
  const tomorrow = Date.now() + 86_400_000
  await storePhoto({ ...replaced, takenAt: tomorrow })
  await storePhoto({ ...packet, takenAt: tomorrow + 1 })
  await completeDeal(visit, upi(packet))
  await expect.poll(() => readPhoto(replaced.id)).toBeUndefined()
  expect(await readPhoto(packet.id)).toBeDefined()
})

test('a photo that the runner has replaced leaves the phone although the file of another one is lost', async () => {
  const visit = newWeighedVisit()
  const [lost, replaced, packet] = [
    await storePacketPhoto(visit.id),
    await storePacketPhoto(visit.id),
    await storePacketPhoto(visit.id),
  ]
  await loseFile(lost.id)
  await completeDeal(visit, upi(packet))
  await expect.poll(() => readPhoto(replaced.id)).toBeUndefined()
  expect(await readPhoto(packet.id)).toBeDefined()
})

test('a visit that another tab has completed keeps the photos of that deal', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const visit = newWeighedVisit()
  const [first, second] = [await storePacketPhoto(visit.id), await storePacketPhoto(visit.id)]
  await completeDeal(visit, upi(first))
  await storePhoto(second)
  await completeDeal(visit, upi(second))
  // The photos of the next visit are deleted after those of this one.
  const next = newWeighedVisit()
  const replaced = await storePacketPhoto(next.id)
  await completeDeal(next, upi(await storePacketPhoto(next.id)))
  await expect.poll(() => readPhoto(replaced.id)).toBeUndefined()
  expect(await readPhoto(first.id)).toBeDefined()
})

test('an existing order is reused [R-4.064]', async () => {
  server.answer('PUT /api/orders/501', json({}))
  const visit = { ...newWeighedVisit(), orderId: '501' }
  await completeDeal(visit, upi(await storePacketPhoto(visit.id)))
  await expect.poll(() => listEntries(owner())).toEqual([])
  expect(server.calls('POST /api/orders')).toEqual([])
  expect(server.calls('PUT /api/orders/501')).toHaveLength(1)
})

test('a deal with a demo customer is never sent [R-2.077]', async () => {
  const visit = newWeighedVisit('demo-1')
  const deal = await completeDeal(visit, upi(await storePacketPhoto(visit.id)))
  expect(deal.isDemo).toBe(true)
  expect(await listEntries(owner())).toEqual([])
  expect(server.sent).toEqual([])
})
