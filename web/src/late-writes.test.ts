import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../test/deals.ts'
import { rejectedWork } from '../test/fake-outbox.ts'
import { phoneDatabase } from '../test/phone-database.ts'
import { RAVI, bytes, leave, preparePhone } from '../test/shared-phone.ts'
import { storeAnswer } from './api/answer-snapshot.ts'
import { storeVisitPhoto } from './features/photo/store-photo.ts'
import { newEntry } from './outbox/entry.ts'
import { enqueue, enqueueDeal } from './outbox/page-outbox.ts'
import { provideAroundTransaction } from './storage/around-transaction.ts'

const visitId = crypto.randomUUID()
const customer = { id: '7' }
const head = { id: visitId, visitId, owner: RAVI, customerId: customer.id, createdAt: 1 }
const deal = { ...newSettlementDeal({ visit_id: visitId }), owner: RAVI, visitId }
const work = { kind: 'settlement' as const, settlement: deal.record, photos: [] }
const place = {
  visit: { id: visitId, customer },
  role: 'packet',
  takenBy: RAVI,
  takenAt: 1,
} as const

const writes = {
  'a deal': ['deals', () => enqueueDeal(deal, newEntry({ ...head, work }))],
  'a status': ['outbox', () => enqueue(newEntry({ ...head, work: rejectedWork }))],
  'a photo': ['photos', () => storeVisitPhoto({ bytes, type: 'image/jpeg' }, place)],
  'a list of customers': ['snapshots', () => storeAnswer('customers', '[{"name":"Lakshmi"}]')],
} as const

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await preparePhone()
})

async function readableRows(): Promise<readonly string[]> {
  const database = await phoneDatabase()
  const names = ['deals', 'outbox', 'photos', 'snapshots'] as const
  const found = await Promise.all(names.map((name) => database.getAllKeys(name)))
  return found.flat().map(String)
}

/**
 * Lets `act` happen before the next write to a collection begins.
 * @returns resolves when that write has ended
 */
const beforeNextWrite = (collection: string, act: () => Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const stop = provideAroundTransaction(async ({ mode, stores }, run) => {
      if (mode !== 'readwrite' || !stores.includes(collection)) return run()
      stop()
      await act()
      return run().finally(resolve)
    })
  })

test.each(Object.entries(writes))(
  '%s that a slow phone stores after a sign-out leaves nothing readable [R-7.050]',
  async (_what, [collection, write]) => {
    const ended = beforeNextWrite(collection, leave)
    await Promise.allSettled([write(), ended])
    expect(await readableRows()).toEqual([])
  },
)

test.each(Object.entries(writes))(
  '%s that a slow phone stores while its runner is signed in is stored',
  async (_what, [collection, write]) => {
    const before = await readableRows()
    const ended = beforeNextWrite(collection, () => Promise.resolve())
    await Promise.all([write(), ended])
    expect((await readableRows()).length).toBeGreaterThan(before.length)
  },
)
