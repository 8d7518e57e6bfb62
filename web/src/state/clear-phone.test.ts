import type { SealingKeys } from '@veni/domain/api/sign-in'
import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import { makeUnreadable } from '../../test/unreadable-photo.ts'
import { writeRows } from '../../test/phone-database.ts'
import { newSealingKeys } from '../../test/sealing-keys.ts'
import { clearStorage, copiedNames, stored } from '../../test/second-copies.ts'
import { newEntry } from '../outbox/entry.ts'
import { deleteDatabase } from '../storage/database.ts'
import { provideAroundTransaction, storage } from '../storage/phone-storage.ts'
import { listSealed, sealedStorage } from '../storage/sealed/sealed-rows.ts'
import { clearLeaving, openSealed } from './clear-phone.ts'
import { storeSealingKey } from './sealing-keys.ts'
import { endSession, queueSignOut, readLeaving, startSession, storePhone } from './session.ts'

const RAVI = '9000000001'
const keys = await newSealingKeys()
const othersKeys = await newSealingKeys()
const visitId = crypto.randomUUID()
const bytes = new Uint8Array([0xff, 0xd8, 0x0a, 0x00, 0xff]).buffer
const { record } = newSettlementDeal({ visit_id: visitId })
const head = { owner: RAVI, customerId: '7', visitId, createdAt: 1 }
const photoKey = `${visitId}.packet.1`
const photos = [{ id: photoKey, role: 'packet' as const }]
const work = { kind: 'settlement' as const, settlement: record, photos }
const rows = [
  { collection: 'photos', key: photoKey, row: { owner: RAVI, visitId, bytes } },
  { collection: 'photos', key: `${visitId}.receipt.1`, row: { owner: RAVI, url: '/api/images/1' } },
  { collection: 'deals', key: visitId, row: { ...head, record, name: 'యెర్ర లక్ష్మి' } },
  { collection: 'outbox', key: visitId, row: newEntry({ ...head, id: visitId, work }) },
] as const

const storedRows = () => Promise.all(rows.map(stored))
const nothing = rows.map(() => undefined)

const listOwn = () => listSealed(`${keys.public_key}|`)

async function clearSealed(): Promise<void> {
  await sealedStorage.close()
  await deleteDatabase(indexedDB, 'veni-sealed-work')
  await caches.delete('veni-sealed-copy')
}

/** As a sign-in at our server does. */
const signIn = (phone: string, { public_key: publicKey }: SealingKeys) => {
  storeSealingKey(phone, publicKey)
  startSession(phone, { id: '1', name: 'Ravi' })
}

/** Fails each write of one collection while `work` runs. */
async function withoutWritesTo(collection: string, work: () => Promise<unknown>): Promise<void> {
  const stop = provideAroundTransaction(({ mode, stores }, run) =>
    mode === 'readwrite' && stores.includes(collection) ? Promise.reject(new Error('cut')) : run(),
  )
  await work().catch(() => undefined)
  stop()
}

async function leave(): Promise<void> {
  queueSignOut()
  endSession()
  await clearLeaving()
}

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  localStorage.clear()
  await clearStorage()
  await clearSealed()
  signIn(RAVI, keys)
  await writeRows(rows)
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

test("another runner's sign-in opens nothing [R-7.051]", async () => {
  await leave()
  await openSealed('9000000002', othersKeys)
  // Another phone of the same runner of the demo.
  await openSealed('9000000003', keys)
  await openSealed(RAVI, { ...othersKeys, public_key: keys.public_key })
  expect(await storedRows()).toEqual(nothing)
  expect(await listOwn()).toHaveLength(rows.length)
  await openSealed(RAVI, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
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
  await withoutWritesTo('outbox', () => openSealed(RAVI, keys))
  expect(await stored(rows[3])).toBeUndefined()
  await openSealed(RAVI, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('while another runner has entered a phone, the rows are sealed and nothing of that runner is deleted [R-7.052]', async () => {
  queueSignOut()
  endSession()
  storePhone('9000000002')
  const own = { collection: 'deals', key: 'own', row: { owner: '9000000002' } } as const
  await writeRows([own])
  await clearLeaving()
  expect(await storedRows()).toEqual(nothing)
  expect(await stored(own)).toEqual(own.row)
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

test("another runner's sign-in seals the work of a runner who has not signed out [R-7.051]", async () => {
  signIn('9000000002', othersKeys)
  await clearLeaving()
  expect(await storedRows()).toEqual(nothing)
  await openSealed(RAVI, keys)
  signIn(RAVI, keys)
  await clearLeaving()
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('a sign-out after the runner has asked for a new code seals all work [R-7.051]', async () => {
  storePhone(RAVI)
  await leave()
  expect(await storedRows()).toEqual(nothing)
  expect(await listOwn()).toHaveLength(rows.length)
})

test('a sign-out deletes no open visit of a runner whose phone was entered before [R-7.052]', async () => {
  const visit = { collection: 'visits', key: `${RAVI}|any`, row: { version: 1 } } as const
  await writeRows([...rows.map((one) => ({ ...one, row: undefined })), visit])
  storePhone('9000000002')
  await leave()
  expect(await stored(visit)).toEqual(visit.row)
})

test('a photo from before the sign-in is sealed with its deal, and deleted without one [R-7.051]', async () => {
  const own = { ...rows[0], row: { ...rows[0].row, owner: '' } }
  const alone = { collection: 'photos', key: 'other.packet.1', row: { owner: '', bytes } } as const
  await writeRows([own, alone])
  await leave()
  expect(await storage.photos.getKeys()).toEqual([])
  await openSealed(RAVI, keys)
  expect(await stored(own)).toEqual(rows[0].row)
  expect(await stored(alone)).toBeUndefined()
})
