import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { writeRows } from '../../test/phone-database.ts'
import {
  deal,
  entry,
  handover,
  openAgain,
  other,
  photo,
  sending,
  visitId,
  work,
} from '../../test/restored-rows.ts'
import {
  clearStorage,
  copiedNames,
  loseDatabase,
  namesOf,
  openCopies,
  putStored,
  stored,
} from '../../test/second-copies.ts'
import { collections } from './collections.ts'
import { provideAroundTransaction } from './around-transaction.ts'
import { bucket, storage } from './phone-storage.ts'
import { createSecondCopies } from './second-copy.ts'
import { storeReceived } from '../outbox/stores/received-store.ts'
import { storeEntry, deleteEntry } from '../outbox/stores/entry-store.ts'
import { discardPhoto, type StoredPhoto } from '../outbox/stores/photo-store.ts'

const received = { ...deal.row, receivedAt: 5 }

beforeEach(async () => {
  vi.restoreAllMocks()
  await clearStorage()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('all work is restored after the browser lost its database [R-8.080]', async () => {
  await writeRows([...work, { collection: 'snapshots', key: 'list', row: 1 }])
  expect(await copiedNames()).toEqual(namesOf(work))
  await loseDatabase()
  expect(await openAgain()).toBe(true)
  for (const row of work) expect(await stored(row)).toEqual(row.row)
  expect(await stored({ collection: 'snapshots', key: 'list' })).toBeUndefined()
  expect(await openAgain()).toBe(false)
})

test('rows that the app deleted have no copy and do not come back', async () => {
  await writeRows(work)
  await deleteEntry(entry.key)
  await storeReceived([other], 1)
  await writeRows([{ ...photo, row: { visitId } }])
  expect(await copiedNames()).toEqual(namesOf([deal]))
})

test('a copy is deleted before its row: a phone that dies in between sends nothing twice', async () => {
  await storeEntry(sending)
  await copiedNames()
  const dropCopy = vi.spyOn(Cache.prototype, 'delete')
  const deleteRow = vi.spyOn(IDBObjectStore.prototype, 'delete')
  await deleteEntry(entry.key)
  const dropped = dropCopy.mock.calls.findIndex(
    ([name]) => name === `/second-copy/outbox/${entry.key}`,
  )
  const deleted = deleteRow.mock.calls.findIndex(([key]) => key === entry.key)
  expect(dropCopy.mock.invocationCallOrder[dropped]).toBeLessThan(
    deleteRow.mock.invocationCallOrder[deleted] ?? 0,
  )
})

test('a database that lost a received deal gets it back, and does not send it again', async () => {
  await writeRows(work)
  await writeRows([{ ...deal, row: received }])
  await deleteEntry(entry.key)
  await writeRows([{ ...handover, row: { ...other, done: ['delivered'] } }])
  await copiedNames()
  for (const row of work) await putStored(row, row.row)
  expect(await openAgain()).toBe(true)
  expect(await stored(deal)).toEqual(received)
  expect(await stored(entry)).toBeUndefined()
  expect(await stored(handover)).toMatchObject({ done: ['delivered'] })
})

/** The database has lost that the deal was received. The second copy still has it. */
async function loseReceived(): Promise<void> {
  // Otherwise the restore of this start finds the received deal.
  await storage.whenRestored('outbox')
  await writeRows([deal, entry])
  await writeRows([{ ...deal, row: received }])
  await copiedNames()
  await putStored(deal, deal.row)
}

/** Calls `hook` before each write of the outbox: the restore writes it only to delete entries. */
function beforeDeletion(hook: () => void | Promise<void>): void {
  const stop = provideAroundTransaction(async ({ mode, stores }, run) => {
    if (mode === 'readwrite' && stores.includes('outbox')) await hook()
    return run()
  })
  onTestFinished(stop)
}

test('an entry that must not come back keeps its copy while its row cannot be deleted', async () => {
  await loseReceived()
  beforeDeletion(() => {
    throw new DOMException('Internal error', 'UnknownError')
  })
  await openAgain()
  expect(await stored(entry)).toEqual(sending)
  expect(await copiedNames()).toEqual(namesOf([deal, entry]))
})

test('an entry that must not come back has no copy, although another tab copied it at this moment', async () => {
  await loseReceived()
  beforeDeletion(async () => {
    const cache = await openCopies()
    await cache.put(`/second-copy/outbox/${entry.key}`, new Response('{}\n'))
  })
  await openAgain()
  expect(await stored(entry)).toBeUndefined()
  await expect.poll(copiedNames).toEqual(namesOf([deal]))
})

test('a copy that is older than its row changes nothing', async () => {
  await writeRows(work)
  await copiedNames()
  await putStored(deal, received)
  await putStored(handover, { ...other, done: ['delivered'] })
  expect(await openAgain()).toBe(false)
  expect(await stored(deal)).toEqual(received)
  expect(await stored(handover)).toMatchObject({ done: ['delivered'] })
})

test('a full phone deletes the copies of photos and no others', async () => {
  await writeRows(work)
  await copiedNames()
  await storage.makeFreeSpace()
  expect(await copiedNames()).toEqual(namesOf([deal, entry, handover]))
  expect(await stored(photo)).toEqual(photo.row)
})

test('a full phone does not delete the copy of a photo whose row is lost', async () => {
  await writeRows(work)
  await loseDatabase()
  await storage.makeFreeSpace()
  await openAgain()
  expect(await stored(photo)).toEqual(photo.row)
})

test('a copy that failed is made with the next change', async () => {
  vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new Error('no room'))
  await writeRows([deal])
  expect(await stored(deal)).toEqual(deal.row)
  await copiedNames()
  expect(await copiedNames()).toEqual(namesOf([deal]))
})

test('unsent work of an older release gets a copy at the next start', async () => {
  for (const row of work) await putStored(row, row.row)
  await openAgain()
  await expect.poll(copiedNames).toEqual(namesOf(work))
})

test('the newest 250 received deals and every unsent deal keep their copies', async () => {
  const deals = Array.from({ length: 501 }, (_, at) => ({
    collection: 'deals' as const,
    key: `v${at}`,
    row: { receivedAt: at },
  }))
  const unsent = { ...deal, key: 'unsent' }
  await writeRows([unsent, ...deals])
  await copiedNames()
  await openAgain()
  await expect.poll(copiedNames).toEqual(namesOf([unsent, ...deals.slice(-250)]))
})

test('a row that was lost while the page was open keeps its copy, and so does the entry that it has ended', async () => {
  await writeRows([deal, entry])
  await loseDatabase()
  const copies = createSecondCopies({
    findCaches: bucket.findCaches,
    locks: navigator.locks,
    cacheName: 'veni-second-copy',
    collections,
    readRow: () => Promise.resolve(undefined),
    hasRow: () => Promise.resolve(false),
  })
  copies.add([deal, { ...entry, isDeleted: true, endedBy: deal }])
  expect(await copiedNames()).toEqual(namesOf([deal, entry]))
  await openAgain()
  await storage.whenRestored('outbox')
  expect(await stored(deal)).toEqual(deal.row)
  expect(await stored(entry)).toEqual(sending)
})

test('a refused photo is deleted with its copy, and a photo of a completed deal is not', async () => {
  await writeRows([photo])
  await copiedNames()
  await discardPhoto({ id: photo.key, visitId } as StoredPhoto)
  await expect.poll(copiedNames).toEqual([])
  await writeRows([photo, deal])
  await discardPhoto({ id: photo.key, visitId } as StoredPhoto)
  await expect.poll(copiedNames).toEqual(namesOf([photo, deal]))
})

test('a second copy that does not answer does not stop a deletion or a list', async () => {
  await writeRows([entry])
  await copiedNames()
  vi.spyOn(CacheStorage.prototype, 'open').mockReturnValue(new Promise(() => undefined))
  await deleteEntry(entry.key)
  expect(await stored(entry)).toBeUndefined()
  await storage.close()
  expect(await storage.outbox.getAll()).toEqual([])
})
