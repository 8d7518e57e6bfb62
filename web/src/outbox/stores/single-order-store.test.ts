import { beforeEach, expect, test, vi } from 'vitest'
import { singleOrder } from '../../../test/fake-outbox.ts'
import { clearStorage, copiedNames, loseDatabase, putStored } from '../../../test/second-copies.ts'
import { storage } from '../../storage/phone-storage.ts'
import { newEntry } from '../entry.ts'
import { listEntries, storeEntry } from './entry-store.ts'
import { storeReceived } from './received-store.ts'
import { readSingleOrder, singleOrderWrite } from './single-order-store.ts'

const key = { owner: '9', visitId: 'v1', productId: 'handbag' }
const unsent = newEntry({
  id: 'e1',
  owner: key.owner,
  customerId: '7',
  visitId: key.visitId,
  createdAt: 1,
  work: singleOrder,
})
const received = { ...unsent, orderId: '77', done: ['order', 'delivered', 'customer'] }
const rowOfUnsent = { version: unsent.createdAt, value: unsent }

beforeEach(async () => {
  vi.restoreAllMocks()
  await clearStorage()
  vi.spyOn(console, 'warn').mockReturnValue()
})

test('an order whose rows were lost keeps the id that it gets before the visits are restored', async () => {
  await storeEntry(unsent, singleOrderWrite(unsent))
  await loseDatabase()
  await storage.whenListsComplete()
  expect(await listEntries(key.owner)).toEqual([unsent])
  await storeReceived([received], 1)
  expect(await readSingleOrder(key)).toEqual({
    entry: received,
    isInOutbox: false,
    isUnreadable: false,
  })
})

test('the copy of a received order replaces the row of the unsent one', async () => {
  const write = singleOrderWrite(unsent)
  await storeEntry(unsent, write)
  await storeReceived([received], 1)
  await copiedNames()
  await storage.close()
  await putStored(write, rowOfUnsent)
  await storage.whenRestored('visits')
  expect(await readSingleOrder(key)).toEqual({
    entry: received,
    isInOutbox: false,
    isUnreadable: false,
  })
})
