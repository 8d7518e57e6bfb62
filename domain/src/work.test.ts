import { describe, expect, it } from 'vitest'
import {
  ENTRY_VERSIONS,
  findInvoiceId,
  findRecordedUrl,
  isPhotoStep,
  LATER_PHOTO_VERSION,
  type LaterPhoto,
  listLaterPhotos,
  listNeededSteps,
  listPhotos,
  listRecordSteps,
  listSteps,
  makeStepKey,
  NEW_ENTRY_VERSION,
  planCall,
  type Work,
  type WorkKind,
  type WorkOf,
} from './work.ts'

type Steps = Readonly<Record<WorkKind, readonly string[]>>

/** The steps of each version. Other steps are a new row below the others; the older rows never change. */
const stepsOfVersions: Readonly<Record<number, Steps>> = {
  1: {
    'customer-update': ['customer'],
    'single-order': ['order', 'delivered', 'customer'],
    'cash-payment': ['order', 'delivered', 'record', 'photos', 'photo-links'],
    settlement: ['record', 'photos'],
    'settlement-delivered': ['delivered'],
  },
  2: {
    'customer-update': ['customer'],
    'single-order': ['order', 'delivered', 'customer'],
    'cash-payment': ['order', 'delivered', 'record', 'photos', 'photo-links'],
    settlement: ['record', 'photos', 'photo-links'],
    'settlement-delivered': ['delivered'],
  },
}

const newSettlement = (later?: LaterPhoto) =>
  ({
    kind: 'settlement',
    settlement: {},
    photos: [{ id: 'a', role: 'packet', ...(later && { later }) }],
  }) as unknown as WorkOf<'settlement'>
const later = { at: '2026-11-25T10:00:00.000Z', reason: 'photo-lost', url: '', number: 1 }

const delivery: Work = { kind: 'settlement-delivered', invoiceId: 'INV-1' }

describe('the steps of work', () => {
  // An older release would send an entry of its own version without the step, and count it as received.
  it('change only together with the version of an entry', () => {
    const newest = stepsOfVersions[ENTRY_VERSIONS.at(-1)!]!
    const kinds = Object.keys(newest) as WorkKind[]
    expect(Object.fromEntries(kinds.map((kind) => [kind, listSteps(kind)]))).toEqual(newest)
    const distinct = new Set(Object.values(stepsOfVersions).map((steps) => JSON.stringify(steps)))
    expect(distinct.size).toBe(Object.keys(stepsOfVersions).length)
  })

  it('are sent for entries of every version, the newest of which an entry with a later photo has', () => {
    expect([...ENTRY_VERSIONS]).toEqual(Object.keys(stepsOfVersions).map(Number))
    expect(ENTRY_VERSIONS.at(-1)).toBe(LATER_PHOTO_VERSION)
  })

  // An older server takes no entry of version 2.
  it('of a new entry are those of version 1', () => {
    const steps = stepsOfVersions[NEW_ENTRY_VERSION]!
    expect(listNeededSteps(newSettlement())).toEqual(steps['settlement'])
    expect(listNeededSteps(newSettlement(later))).toEqual([...steps['settlement'], 'photo-links'])
  })

  it('name in the record of a cash payment the order that was made before', () => {
    const work = { kind: 'cash-payment', payment: { invoice_id: 'CASH-1' } } as unknown as Work
    const sent = { customerId: '26', orderId: '77', photoUrls: {} }
    expect(planCall(work, 'record', sent)?.body).toEqual({ invoice_id: 'CASH-1', order_id: '77' })
  })

  it.each([
    ['neither photo', '/p.jpg', '/r.jpg', undefined],
    ['only the packet', '/p2.jpg', '/r.jpg', { hair_photo_url: '/p2.jpg' }],
    ['only the receipt', '/p.jpg', '/r2.jpg', { cash_receipt_url: '/r2.jpg' }],
  ])('send the addresses of the photos again when another host gave %s one', (...row) => {
    const [, packet, receipt, changed] = row
    const delivered = { status: 'delivered', hair_photo_url: '/p.jpg', cash_receipt_url: '/r.jpg' }
    const work = { kind: 'cash-payment', delivered } as unknown as Work
    const sent = { customerId: '26', orderId: '77', photoUrls: { packet, receipt } }
    expect(planCall(work, 'photo-links', sent)?.body).toEqual(
      changed && { ...delivered, ...changed },
    )
  })

  it('send no addresses of photos that have none', () => {
    const work = { kind: 'cash-payment', delivered: { status: 'delivered' } } as unknown as Work
    const sent = { customerId: '26', orderId: '77', photoUrls: {} }
    expect(planCall(work, 'photo-links', sent)).toBeUndefined()
  })

  it('make no second order', () => {
    const work = { kind: 'single-order', order: { product_id: '1' } } as unknown as Work
    const sent = { customerId: '26', photoUrls: {} }
    expect(planCall(work, 'order', sent)).toEqual({
      name: 'createOrder',
      params: {},
      body: { product_id: '1' },
    })
    expect(planCall(work, 'order', { ...sent, orderId: '77' })).toBeUndefined()
  })

  it('change the customer of the work', () => {
    const body = { status: 'hold' }
    const call = { name: 'updateCustomer', params: { id: '26' }, body }
    const sent = { customerId: '26', photoUrls: {} }
    expect(planCall({ kind: 'customer-update', body, seen: undefined }, 'customer', sent)).toEqual(
      call,
    )
  })

  it('that record the work are all but those of the photos', () => {
    expect(listRecordSteps('cash-payment')).toEqual(['order', 'delivered', 'record'])
    expect(listRecordSteps('settlement')).toEqual(['record'])
    expect(listRecordSteps('customer-update')).toEqual(['customer'])
    const photoSteps = listSteps('cash-payment').filter(isPhotoStep)
    expect(photoSteps).toEqual(['photos', 'photo-links'])
  })

  it('have a key that names the entry and the step', () => {
    expect(makeStepKey('4f8c2a10', 'record')).toBe('4f8c2a10:record')
  })

  it('do not count as sent when the work does not have them', () => {
    const sent = { customerId: '26', photoUrls: {} }
    expect(() => planCall(delivery, 'record', sent)).toThrow(RangeError)
    expect(planCall(delivery, 'delivered', sent)).toEqual({
      name: 'updateSettlement',
      params: { id: 'INV-1' },
      body: { status: 'delivered' },
    })
  })
})

const photos = [
  { id: 'a', role: 'packet' },
  { id: 'b', role: 'receipt', later },
]
const urls = { hair_photo_url: '/p.jpg', cash_receipt_url: '/r.jpg' }
const payment = { kind: 'cash-payment', photos, payment: { invoice_id: 'CASH-1', ...urls } }
const settlement = { kind: 'settlement', settlement: { invoice_id: 'INV-1', ...urls } }
const update = { kind: 'customer-update', body: { status: 'hold' } }

describe('what is read of work', () => {
  it.each([
    [payment, 'CASH-1'],
    [settlement, 'INV-1'],
    [update, undefined],
  ])('%j has the invoice id %j', (work, invoiceId) => {
    expect(findInvoiceId(work as unknown as Work)).toBe(invoiceId)
  })

  it.each([
    [payment, '/p.jpg', '/r.jpg'],
    [settlement, '/p.jpg', ''],
    [update, '', ''],
    [delivery, '', ''],
  ])('%j has the recorded addresses %j and %j', (work, packet, receipt) => {
    expect(findRecordedUrl(work as unknown as Work, 'packet')).toBe(packet)
    expect(findRecordedUrl(work as unknown as Work, 'receipt')).toBe(receipt)
  })

  it('has the photos and the later ones among them, with their roles', () => {
    const work = payment as unknown as Work
    expect(listPhotos(work)).toBe(photos)
    expect(listLaterPhotos(work)).toEqual([{ role: 'receipt', ...later }])
    expect(listPhotos(delivery)).toEqual([])
  })
})
