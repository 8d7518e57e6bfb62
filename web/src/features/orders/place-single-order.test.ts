import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { paise, rupeesFromPaise } from '@veni/domain/money'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import { clearVisits, startVisit } from '../../../test/show-screen.tsx'
import type { OutboxEntry } from '../../outbox/entry.ts'
import { entries } from '../../outbox/entries.ts'
import { withdraw } from '../../outbox/page-outbox.ts'
import { activeVisit } from '../../state/visit.ts'
import { storage } from '../../storage/phone-storage.ts'
import { findUnreportedOrder, markOrderReported, placeSingleOrder } from './place-single-order.ts'

const [product, other] = DEMO_PRODUCTS
let server: StandInServer

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  clearVisits()
  signInAtPlainPortal()
  server = startStandInServer()
  server.answer('PUT /api/orders/501', json({}))
  server.answer('PUT /api/customers/26', json({}))
  startVisit()
})

const place = (hairWeight: string, what = product) =>
  placeSingleOrder(activeVisit.get()!, what!, {
    purchaseType: 'whiteHair',
    hairWeight,
    cashAmount: '100',
    deliveryAddress: '',
  })

const keys = () => server.calls('POST /api/orders').map(({ key }) => key)
const unsentStates = () => entries.get().map(({ state }) => state)

test('a repeated order has the same key; a different order has its own key and replaces the held one', async () => {
  server.answer('POST /api/orders', json({}, 500))
  expect(await place('30 gms')).toBeUndefined()
  expect(await place('30 gms')).toBeUndefined()
  await expect.poll(unsentStates).toEqual(['held'])
  server.answer('POST /api/orders', json({ id: 501 }))
  expect(await place('40 gms')).toMatchObject({ orderId: '501' })
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  await expect.poll(unsentStates).toEqual([])
})

test('an order that the server made is reported once and not made again; after the report the same order is a new one', async () => {
  server.answer('POST /api/orders', json({ id: 501 }))
  const visit = activeVisit.get()!
  await place('30 gms')
  await expect.poll(unsentStates).toEqual([])
  // As after a page that ended before it showed the answer: a new page looks, and the runner confirms again.
  expect(await findUnreportedOrder(visit, product!)).toEqual({
    orderId: '501',
    amount: rupeesFromPaise(product!.pricePaise),
    purchaseType: 'whiteHair',
  })
  expect(await place('30 gms')).toMatchObject({ orderId: '501' })
  expect(keys()).toHaveLength(1)
  await markOrderReported(visit, product!)
  expect(await findUnreportedOrder(visit, product!)).toBeUndefined()
  expect(await place('30 gms')).toMatchObject({ orderId: '501' })
  expect(new Set(keys()).size).toBe(2)
})

test('an order that could not be read again is neither stored nor taken for made', async () => {
  const before = await storage.outbox.getKeys()
  await expect(place('x'.repeat(2_001))).rejects.toThrow('Invalid type')
  expect(await storage.outbox.getKeys()).toEqual(before)
  expect(server.calls('POST /api/orders')).toEqual([])
})

test('an order that the phone loses before the server has made it is not taken for made', async () => {
  server.answer('POST /api/orders', async () => {
    for (const id of await storage.outbox.getKeys()) await storage.outbox.delete(id)
    for (const id of await storage.visits.getKeys()) await storage.visits.delete(id)
    return json({}, 500)
  })
  expect(await place('30 gms')).toBeUndefined()
})

test('an order of another product in the same visit leaves an unreported order unchanged', async () => {
  server.answer('POST /api/orders', json({ id: 501 }))
  const visit = activeVisit.get()!
  await place('30 gms')
  await place('30 gms', other)
  await markOrderReported(visit, other!)
  expect(await findUnreportedOrder(visit, product!)).toMatchObject({ orderId: '501' })
  expect(await findUnreportedOrder(visit, other!)).toBeUndefined()
})

test('an order whose entry the phone has lost has the same key when it is repeated', async () => {
  server.answer('POST /api/orders', json({}, 500))
  await place('30 gms')
  await expect.poll(unsentStates).toEqual(['held'])
  // As after a loss of the database before the entry had its second copy: the order is back, and its entry is not.
  for (const { id } of entries.get()) await withdraw(id)
  expect(await storage.outbox.getKeys()).toEqual([])
  server.answer('POST /api/orders', json({ id: 501 }))
  expect(await place('30 gms')).toMatchObject({ orderId: '501' })
  const [first, second] = keys()
  expect(second).toBe(first)
})

test.each([
  ['waiting', undefined],
  ['needs-sign-in', undefined],
  ['refused', undefined],
  ['sending', 'another tab'],
] as const)(
  'a new order takes back no other one of the visit that the server may have made (%s)',
  async (state, by) => {
    server.answer('POST /api/orders', json({}, 500))
    await place('30 gms')
    await expect.poll(unsentStates).toEqual(['held'])
    const [head] = entries.get()
    const id = head!.id
    const lease = by && { lease: { by, until: Date.now() + 60_000 } }
    const change = (stored: OutboxEntry): OutboxEntry => ({ ...stored, ...lease, state })
    await storage.outbox.change(id, change)
    entries.set([{ ...head!, ...lease, state }])
    const [key] = keys()
    server.answer('POST /api/orders', json({ id: 501 }))
    await place('40 gms')
    // Either it waits still, or it was sent.
    const sentAgain = key !== undefined && keys().slice(1).includes(key)
    expect(sentAgain || (await storage.outbox.has(id))).toBe(true)
    await withdraw(id)
  },
)

test('an order that only a newer release can read is not made a second time', async () => {
  server.answer('POST /api/orders', json({}, 500))
  await place('30 gms')
  await expect.poll(unsentStates).toEqual(['held'])
  const [[id, entry] = ['', {}]] = await storage.outbox.getAllUnparsed()
  const newer = { ...Object(entry), version: 9 }
  await storage.change(['outbox'], ({ outbox }) => outbox.put(id, newer as OutboxEntry))
  server.answer('POST /api/orders', json({ id: 501 }))
  const made = keys().length
  for (const weight of ['30 gms', '40 gms']) expect(await place(weight)).toBeUndefined()
  expect(keys()).toHaveLength(made)
  expect(await storage.outbox.getAllUnparsed()).toEqual([[id, newer]])
})

test('an order that is repeated after a price change has the amount that the office gets [R-7.067]', async () => {
  server.answer('POST /api/orders', json({}, 500))
  await place('30 gms')
  await expect.poll(unsentStates).toEqual(['held'])
  const amount = rupeesFromPaise(product!.pricePaise)
  const dearer = { ...product!, pricePaise: paise(product!.pricePaise + 3_050) }
  server.answer('POST /api/orders', json({ id: 501 }))
  // Made by this press; found by the next page; pressed again before the runner has seen it.
  expect(await place('30 gms', dearer)).toEqual({ orderId: '501', amount })
  await expect.poll(unsentStates).toEqual([])
  expect(await findUnreportedOrder(activeVisit.get()!, dearer)).toMatchObject({ amount })
  expect(await place('30 gms', dearer)).toEqual({ orderId: '501', amount })
  const sent = server.calls('PUT /api/orders/501').map(({ body }) => body)
  expect(sent).toEqual([expect.objectContaining({ actual_amount: amount })])
})
