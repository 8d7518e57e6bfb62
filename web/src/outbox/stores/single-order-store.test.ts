import { beforeEach, expect, test, vi } from 'vitest'
import { rejectedWork, singleOrder } from '../../../test/fake-outbox.ts'
import { clearStorage, copiedNames, loseDatabase, putStored } from '../../../test/second-copies.ts'
import { storage } from '../../storage/phone-storage.ts'
import { newEntry } from '../entry.ts'
import { changeEntry, listEntries, storeEntry } from './entry-store.ts'
import { storeReceived } from './received-store.ts'
import { deleteSingleOrder, readSingleOrder, singleOrderWrite } from './single-order-store.ts'

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
  await storeEntry(unsent, [singleOrderWrite(unsent)])
  await loseDatabase()
  await storage.whenListsComplete()
  expect(await listEntries(key.owner)).toEqual([unsent])
  // The server got both in one call.
  const status = newEntry({
    id: 'e0',
    owner: '9',
    customerId: '8',
    createdAt: 0,
    work: rejectedWork,
  })
  await storeReceived([status, received], 1)
  expect(await readSingleOrder(key)).toEqual({
    entry: received,
    isInOutbox: false,
    isUnreadable: false,
  })
})

test('the copy of a received order replaces the row of the unsent one', async () => {
  const write = singleOrderWrite(unsent)
  await storeEntry(unsent, [write])
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

test('an older copy replaces neither an order nor its id when the clock was set back before that order', async () => {
  const later = { ...unsent, id: 'e2', createdAt: unsent.createdAt - 1 }
  await storeEntry(unsent, [singleOrderWrite(unsent)])
  await copiedNames()
  const [rowOfEarlier] = await storage.visits.getAll()
  await storeEntry(later, [singleOrderWrite(later)])
  await copiedNames()
  // The database has lost its last writes, and the copy of the later order brings that order back.
  await storage.close()
  await putStored(singleOrderWrite(unsent), rowOfEarlier)
  await storage.whenRestored('visits')
  expect(await readSingleOrder(key)).toMatchObject({ entry: { id: later.id } })
  await storeReceived([{ ...later, orderId: '78' }], 1)
  expect(await readSingleOrder(key)).toMatchObject({ entry: { id: later.id, orderId: '78' } })
})

test('an unsent order is read as it is in the outbox, until the runner has seen its id', async () => {
  expect(await readSingleOrder(key)).toBeUndefined()
  await storeEntry(unsent, [singleOrderWrite(unsent)])
  const held = { ...unsent, state: 'held' as const }
  await changeEntry(unsent.id, () => held)
  expect(await readSingleOrder(key)).toEqual({ entry: held, isInOutbox: true, isUnreadable: false })
  expect(await readSingleOrder({ ...key, productId: 'torch' })).toBeUndefined()
  await storeReceived([received], 1)
  await deleteSingleOrder(key)
  expect(await readSingleOrder(key)).toBeUndefined()
})

test('an order whose entry this release cannot read is neither sent nor gone', async () => {
  await storeEntry(unsent, [singleOrderWrite(unsent)])
  await putStored({ collection: 'outbox', key: unsent.id }, { ...unsent, version: 99 })
  expect(await readSingleOrder(key)).toEqual({
    entry: unsent,
    isInOutbox: false,
    isUnreadable: true,
  })
})

test('the row of a later order stays when the earlier one is received', async () => {
  const later = { ...unsent, id: 'e2', createdAt: 2 }
  await storeEntry(unsent, [singleOrderWrite(unsent)])
  await storeEntry(later, [singleOrderWrite(later)])
  await storeReceived([received], 1)
  expect(await readSingleOrder(key)).toMatchObject({ entry: later, isInOutbox: true })
})

test('an order whose row is gone is received, and gets no row again', async () => {
  await storeEntry(unsent)
  await storeReceived([received], 1)
  expect(await listEntries(key.owner)).toEqual([])
  expect(await readSingleOrder(key)).toBeUndefined()
})

test('an order is received although the restore of the visits does not end', async () => {
  await storeEntry(unsent, [singleOrderWrite(unsent)])
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(storage, 'whenRestored').mockReturnValue(new Promise(() => undefined))
  const receiving = storeReceived([received], 1)
  await vi.advanceTimersByTimeAsync(3_000)
  await receiving
  vi.useRealTimers()
  expect(await listEntries(key.owner)).toEqual([])
})
