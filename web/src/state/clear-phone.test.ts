import { beforeEach, expect, test, vi } from 'vitest'
import { makeUnreadable } from '../../test/unreadable-photo.ts'
import { writeRows } from '../../test/phone-database.ts'
import { copiedNames, stored } from '../../test/second-copies.ts'
import {
  RAVI,
  keys,
  photoKey,
  rows,
  storedRows,
  nothing,
  listOwn,
  signIn,
  leave,
  preparePhone,
} from '../../test/shared-phone.ts'
import { deleteDatabase } from '../storage/database.ts'
import { newEntry } from '../outbox/entry.ts'
import { provideAroundTransaction } from '../storage/around-transaction.ts'
import { bucket } from '../storage/phone-storage.ts'
import type { Restored } from '../storage/restore-runs.ts'
import { storageProblem } from '../storage/storage-problem.ts'
import { sealedStorage } from '../storage/sealed/sealed-rows.ts'
import { clearLeaving, openSealed } from './clear-phone.ts'
import { endSession, queueSignOut, readLeaving, storePhone, PHONE_KEY } from './session.ts'

/** Fails each write of one collection while `work` runs. */
async function withoutWritesTo(
  collection: string,
  work: () => Promise<unknown>,
  reason: Error = new Error('cut'),
): Promise<void> {
  const stop = provideAroundTransaction(({ mode, stores }, run) =>
    mode === 'readwrite' && stores.includes(collection) ? Promise.reject(reason) : run(),
  )
  await work().catch(() => undefined)
  stop()
}

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await preparePhone()
})

test('a sign-out leaves only encrypted rows, and the sign-in of their runner brings them back as they were [R-7.051]', async () => {
  localStorage.setItem('cashPayments', '[{"customer_name":"Lakshmi"}]')
  await leave()
  expect(await storedRows()).toEqual(nothing)
  expect(await copiedNames()).toEqual([])
  expect(localStorage.getItem('cashPayments')).toBeNull()
  expect(readLeaving()).toEqual([])
  await openSealed(`+91 ${RAVI}`, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
  expect(await listOwn()).toEqual([])
})

test('a row that was exchanged for another is not opened, and the others are [R-7.051]', async () => {
  await leave()
  const [, entry, photo = '', other = ''] = await listOwn()
  const second = await sealedStorage.rows.get(other)
  await sealedStorage.rows.change(photo, (first) => ({ ...first, ...second, key: first.key }))
  await openSealed(RAVI, keys)
  // The entry waits for the photo.
  expect(await listOwn()).toEqual([entry, photo])
})

test.each([1, 3, 5, 7])(
  'a sealing that is cut at its write %i loses no row, and continues at the next start [R-7.052]',
  async (cutAt) => {
    let writes = 0
    const stop = provideAroundTransaction(({ mode }, run) => {
      writes += mode === 'readwrite' ? 1 : 0
      return writes === cutAt ? Promise.reject(new Error('cut')) : run()
    })
    await leave().catch(() => undefined)
    stop()
    await clearLeaving()
    expect(await storedRows()).toEqual(nothing)
    await openSealed(RAVI, keys)
    expect(await storedRows()).toEqual(rows.map(({ row }) => row))
  },
)

test('a sign-in during a sealing that was cut has all rows [R-7.052]', async () => {
  queueSignOut()
  endSession()
  await withoutWritesTo('deals', async () => expect(clearLeaving()).rejects.toThrow('cut'))
  expect(readLeaving()).toHaveLength(1)
  await openSealed(RAVI, keys)
  signIn(RAVI, keys)
  await clearLeaving()
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('a runner who signs in without network before the sealing begins keeps all rows', async () => {
  queueSignOut()
  endSession()
  storePhone(RAVI)
  await clearLeaving()
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('a row that cannot be stored stays sealed for the next sign-in [R-7.052]', async () => {
  await leave()
  const full = new DOMException('', 'QuotaExceededError')
  await withoutWritesTo('outbox', () => openSealed(RAVI, keys), full)
  expect(await stored(rows[3])).toBeUndefined()
  expect(storageProblem.get()).toBe('full')
  await openSealed(RAVI, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('without a key of the server unsent work stays as it is', async () => {
  localStorage.removeItem('sealingKeys')
  await leave()
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
  expect(readLeaving()).toEqual([])
})

test('an entry stays sealed while a photo of its deal cannot be stored: half a deal must not be sent [R-7.052]', async () => {
  await leave()
  await withoutWritesTo('photos', () => openSealed(RAVI, keys))
  expect(await stored(rows[3])).toBeUndefined()
  await openSealed(RAVI, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('a delivery stays sealed with its deal: the server would refuse it [R-7.052]', async () => {
  const { customerId } = rows[3].row
  const given = { kind: 'settlement-delivered' as const, invoiceId: 'INV-1' }
  const row = newEntry({ id: 'e2', owner: RAVI, customerId, createdAt: 2, work: given })
  const delivery = { collection: 'outbox', key: 'e2', row } as const
  await writeRows([delivery])
  await leave()
  await withoutWritesTo('photos', () => openSealed(RAVI, keys))
  expect(await stored(delivery)).toBeUndefined()
  await openSealed(RAVI, keys)
  expect(await stored(delivery)).toEqual(row)
})

test('all entries come back, or none: a full phone must not send a delivery without its deal [R-7.052]', async () => {
  const given = { kind: 'settlement-delivered' as const, invoiceId: 'INV-1' }
  const head = { owner: RAVI, customerId: rows[3].row.customerId, createdAt: 2 }
  // One key is before that of the deal's entry, and one after it.
  const deliveries = ['', 'z'].map((key) => ({
    collection: 'outbox' as const,
    key,
    row: newEntry({ ...head, id: key, work: given }),
  }))
  await writeRows(deliveries)
  await leave()
  let writes = 0
  const stop = provideAroundTransaction(({ mode, stores }, run) => {
    writes += mode === 'readwrite' && stores.includes('outbox') ? 1 : 0
    return writes === 1 || writes === 3 ? Promise.reject(new Error('full')) : run()
  })
  await openSealed(RAVI, keys)
  stop()
  expect(await Promise.all([...deliveries, rows[3]].map(stored))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  await openSealed(RAVI, keys)
  expect(await stored(rows[3])).toEqual(rows[3].row)
})

test('a sealing ends when its runner is back, perhaps in another tab [R-7.052]', async () => {
  queueSignOut()
  endSession()
  const stop = provideAroundTransaction(({ mode, stores }, run) => {
    if (mode === 'readwrite' && stores.includes('outbox')) localStorage.setItem(PHONE_KEY, RAVI)
    return run()
  })
  await expect(clearLeaving()).rejects.toThrow('back')
  stop()
  expect(await stored(rows[2])).toEqual(rows[2].row)
  expect(readLeaving()).toEqual([RAVI])
})

test('a sign-out is not finished while rows are still in the default storage [R-7.051]', async () => {
  const unmoved = vi.spyOn(bucket, 'hasUnmoved').mockReturnValue(true)
  await expect(leave()).rejects.toThrow('default storage')
  expect(readLeaving()).toEqual([RAVI])
  unmoved.mockRestore()
  await clearLeaving()
  expect(readLeaving()).toEqual([])
})

test('nothing is opened before all that the database had lost is restored [R-7.052]', async () => {
  await leave()
  let restored: (how: Restored) => void = () => undefined
  const whenRestored = vi.spyOn(sealedStorage, 'whenRestored')
  whenRestored.mockReturnValue(new Promise((resolve) => (restored = resolve)))
  const list = vi.spyOn(sealedStorage.rows, 'getKeys')
  const opening = openSealed(RAVI, keys)
  await expect.poll(() => whenRestored.mock.calls).toEqual([['rows']])
  expect(list).not.toHaveBeenCalled()
  restored({ count: 0, left: [], isLate: true })
  await opening
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('an entry is sealed before its deal: a reply that comes meanwhile marks a deal that is there, or none [R-7.052]', async () => {
  queueSignOut()
  endSession()
  await withoutWritesTo('deals', clearLeaving)
  const [, , deal, entry] = await storedRows()
  expect(deal).toEqual(rows[2].row)
  expect(entry).toBeUndefined()
})

test('sealed work comes back from its second copy when the browser has lost its database [R-7.052, R-8.080]', async () => {
  await leave()
  const copies = async () => (await (await caches.open('veni-sealed-copy')).keys()).length
  // The photo without bytes is at the server.
  await expect.poll(copies).toBe(rows.length - 1)
  await sealedStorage.close()
  await deleteDatabase(indexedDB, 'veni-sealed-work')
  await openSealed(RAVI, keys)
  const [photo, , deal, entry] = await storedRows()
  expect([photo, deal, entry]).toEqual([rows[0].row, rows[2].row, rows[3].row])
  expect(await copies()).toBe(0)
})

test('one photo that cannot be read keeps no other row from being sealed [R-7.051]', async () => {
  makeUnreadable(photoKey)
  queueSignOut()
  endSession()
  await expect(clearLeaving()).rejects.toThrow('large value')
  vi.restoreAllMocks()
  const [photo, ...others] = await storedRows()
  expect(photo).toEqual(rows[0].row)
  expect(others).toEqual([undefined, undefined, undefined])
  await clearLeaving()
  expect(await storedRows()).toEqual(nothing)
  await openSealed(RAVI, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})
