import { type DealsFile, exportedEntrySchema } from '@veni/domain/deal/file'
import { listPhotos } from '@veni/domain/work'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeBadPhoto } from '../../../test/bad-photo.ts'
import { storePacketPhoto } from '../../../test/deal-visit.ts'
import { openAgain } from '../../../test/restored-rows.ts'
import { signInRunner } from '../../../test/runner.ts'
import {
  clearStorage,
  copiedNames,
  loseDatabase,
  namesOf,
  putStored,
} from '../../../test/second-copies.ts'
import { keys, leave, preparePhone, RAVI } from '../../../test/shared-phone.ts'
import { randomId } from '../../lib/random-id.ts'
import { openSealed } from '../../state/clear-phone.ts'
import { provideAroundTransaction } from '../../storage/around-transaction.ts'
import { storage } from '../../storage/phone-storage.ts'
import { exportDeals } from '../deals-export.ts'
import type { OutboxEntry } from '../entry.ts'
import { readEntry } from './entry-store.ts'
import { listBadPhotos, replacePhoto } from './later-photo-store.ts'
import { changePhoto, deletePhoto, readPhoto, type StoredPhoto } from './photo-store.ts'

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await clearStorage()
  signInRunner()
})

const AT = Date.parse('2026-11-25T10:00:00.000Z')
/** Of `ff d8 ff`, the photo of each test. */
const SHA256 = '6e568e1f67fba258184c78181539e5e8fdee447e49bb706fc0ea34fbf12336a5'

/** Takes another photo for the entry. @returns whether it took the place of the bad one */
async function replace(entry: OutboxEntry, id: string, reason: string) {
  const photo = await storePacketPhoto(entry.visitId ?? '')
  await changePhoto(photo.id, (stored) => ({ ...stored, sha256: SHA256 }))
  const later: StoredPhoto = { ...photo, sha256: SHA256 }
  const isReplaced = await replacePhoto(entry.id, { id, role: 'packet', reason }, later, AT)
  return { isReplaced, later }
}

test.each(['photo-lost', 'wrong-type'])(
  'a photo (%s) gets another one in its place, which is sent with its reason, time and address',
  async (code) => {
    const { entry, badId } = await storeBadPhoto(code)
    expect(await listBadPhotos(entry)).toEqual([{ id: badId, role: 'packet', reason: code }])
    const { isReplaced, later } = await replace(entry, badId, code)
    expect(isReplaced).toBe(true)
    const { refusal: _, ...rest } = entry
    const url = `/api/images/${SHA256}.jpg`
    expect(await readEntry(entry.id)).toEqual({
      ...rest,
      version: 2,
      state: 'waiting',
      nextAttemptAt: AT,
      work: {
        ...entry.work,
        photos: [
          {
            id: later.id,
            role: 'packet',
            later: { at: '2026-11-25T10:00:00.000Z', reason: code, url, number: 1 },
          },
        ],
      },
    })
    expect(await readPhoto(badId)).toBeUndefined()
    expect((await readPhoto(later.id))?.bytes).toEqual(later.bytes)
  },
)

test.each([
  ['our server has acknowledged are sent again with the address, before the photo', 'ab', []],
  ['a plain portal has acknowledged are not sent again', undefined, ['record']],
])('the records that %s', async (_case, hash, done) => {
  const { entry, badId } = await storeBadPhoto('photo-lost')
  const { hash: _hash, ...stored } = entry
  await storage.outbox.put(entry.id, { ...stored, done: ['record'], ...(hash && { hash }) })
  await replace(entry, badId, 'photo-lost')
  expect((await readEntry(entry.id))?.done).toEqual(done)
})

test('the record of an entry that was made again is not sent again: the server could refuse it, and get no photo', async () => {
  const { entry, badId } = await storeBadPhoto('photo-lost')
  const stored = { ...entry, hash: 'ab', done: ['record'], isRebuilt: true }
  await storage.outbox.put(entry.id, stored)
  await replace(entry, badId, 'photo-lost')
  expect((await readEntry(entry.id))?.done).toEqual(['record'])
})

test('a photo that replaces another later photo is the second one', async () => {
  const { entry, badId } = await storeBadPhoto('photo-lost')
  const { later } = await replace(entry, badId, 'photo-lost')
  const again: OutboxEntry = { ...(await readEntry(entry.id))!, state: 'refused' }
  await storage.outbox.put(entry.id, again)
  await replace(again, later.id, 'wrong-type')
  expect((await readEntry(entry.id))?.work).toMatchObject({
    photos: [{ later: { number: 2, reason: 'wrong-type' } }],
  })
})

test('a photo that was replaced in another tab is not replaced again, and no photo is left over', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  await replace(entry, badId, 'wrong-type')
  const stored = (await readEntry(entry.id))!
  for (const state of ['waiting', 'refused'] as const) {
    await storage.outbox.put(entry.id, { ...stored, state })
    const { isReplaced, later } = await replace(entry, badId, 'wrong-type')
    expect(isReplaced).toBe(false)
    expect(await readEntry(entry.id)).toEqual({ ...stored, state })
    expect(await readPhoto(later.id)).toBeUndefined()
  }
})

test.each(['waiting', 'sending', 'needs-sign-in'] as const)(
  'a photo of an entry that is to be sent again (%s) is not replaced',
  async (state) => {
    const { entry, badId } = await storeBadPhoto('wrong-type')
    const again: OutboxEntry = { ...entry, state }
    await storage.outbox.put(entry.id, again)
    const { isReplaced, later } = await replace(entry, badId, 'wrong-type')
    expect(isReplaced).toBe(false)
    expect(await readEntry(entry.id)).toEqual(again)
    expect(await readPhoto(later.id)).toBeUndefined()
    expect(await readPhoto(badId)).toBeDefined()
  },
)

test('the good photo of a deal stays when the bad one is replaced', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  const good = { id: randomId(), role: 'receipt' as const }
  const photos = [good, { id: badId, role: 'packet' as const }]
  await storage.outbox.put(entry.id, { ...entry, work: { ...entry.work, photos } } as OutboxEntry)
  const { isReplaced, later } = await replace(entry, badId, 'wrong-type')
  expect(isReplaced).toBe(true)
  const stored = await readEntry(entry.id)
  expect(stored?.work).toMatchObject({ photos: [good, { id: later.id, later: { number: 1 } }] })
  expect(listPhotos(stored!.work)[0]).toEqual(good)
})

test('a photo that is gone again is in no entry', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  const later = await storePacketPhoto(entry.visitId ?? '')
  await deletePhoto(later.id)
  const bad = { id: badId, role: 'packet', reason: 'wrong-type' } as const
  expect(await replacePhoto(entry.id, bad, later, AT)).toBe(false)
  expect(await readEntry(entry.id)).toEqual(entry)
})

test('an export for the office has the later photo with its bytes and its reason', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  const { later } = await replace(entry, badId, 'wrong-type')
  const file = JSON.parse(await (await exportDeals(entry.owner)).text()) as DealsFile
  expect(v.parse(exportedEntrySchema, file.entries[0]).work).toMatchObject({
    photos: [{ id: later.id, later: { reason: 'wrong-type', number: 1 } }],
  })
  expect(file.photos).toMatchObject([{ id: later.id, sha256: SHA256, base64: '/9j/' }])
})

const photosOf = async ({ visitId = '' }: OutboxEntry) =>
  (await storage.photos.getKeys()).filter((id) => id.startsWith(visitId))

test('a photo that was replaced twenty times is not replaced again, and no photo is left over', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  const later = { at: new Date(AT).toISOString(), reason: 'wrong-type', url: '', number: 20 }
  const photos = [{ id: badId, role: 'packet' as const, later }]
  const often = { ...entry, version: 2, work: { ...entry.work, photos } } as OutboxEntry
  await storage.outbox.put(entry.id, often)
  await expect(replace(often, badId, 'wrong-type')).rejects.toThrow('Invalid value')
  expect(await readEntry(entry.id)).toEqual(often)
  expect(await photosOf(entry)).toEqual([badId])
})

test('a photo stays whose entry was stored although the phone reports a failure', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  const photo = await storePacketPhoto(entry.visitId ?? '')
  const stop = provideAroundTransaction(async ({ mode, stores }, run) => {
    const result = await run()
    if (mode === 'readonly' || !stores.includes('outbox')) return result
    stop()
    throw new DOMException('', 'UnknownError')
  })
  const bad = { id: badId, role: 'packet', reason: 'wrong-type' } as const
  await expect(replacePhoto(entry.id, bad, photo, AT)).rejects.toThrow(DOMException)
  expect((await readEntry(entry.id))?.work).toMatchObject({ photos: [{ id: photo.id }] })
  expect(await photosOf(entry)).toEqual([photo.id])
})

test('nothing changes when the entry cannot be stored', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  const damaged = 'a reason that\nnobody can read'
  await expect(replace(entry, badId, damaged)).rejects.toThrow('Invalid format')
  expect(await readEntry(entry.id)).toEqual(entry)
  expect(await photosOf(entry)).toEqual([badId])
})

test('only the photos that the server has refused, or that nobody has, can be replaced', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  const { id: good } = await storePacketPhoto(randomId())
  const photos = [
    { id: badId, role: 'packet' as const },
    { id: good, role: 'receipt' as const },
  ]
  const both = { ...entry, work: { ...entry.work, photos } } as OutboxEntry
  expect(await listBadPhotos(both)).toMatchObject([{ id: badId }])
  // The server may have the photo whose row is missing: the sender has refused another one.
  const missing = [photos[0]!, { id: randomId(), role: 'receipt' as const }]
  const withMissing = { ...entry, work: { ...entry.work, photos: missing } } as OutboxEntry
  expect(await listBadPhotos(withMissing)).toMatchObject([{ id: badId }])
  expect(await listBadPhotos({ ...entry, state: 'waiting' })).toEqual([])
  expect(await listBadPhotos({ ...entry, done: [] })).toEqual([])
  const { refusal: _, ...withoutReason } = withMissing
  expect(await listBadPhotos(withoutReason)).toMatchObject([{ id: badId }])
})

test('a sign-out seals the later photo with its entry, and the sign-in of the runner brings both back', async () => {
  await preparePhone()
  const { entry, badId } = await storeBadPhoto('wrong-type')
  const { later } = await replace(entry, badId, 'wrong-type')
  const [replaced, photo] = [await readEntry(entry.id), await readPhoto(later.id)]
  await leave()
  expect([await readEntry(entry.id), await readPhoto(later.id)]).toEqual([undefined, undefined])
  await openSealed(RAVI, keys)
  expect([await readEntry(entry.id), await readPhoto(later.id)]).toEqual([replaced, photo])
  expect(replaced?.work).toMatchObject({ photos: [{ id: later.id }] })
})

test('a database that has lost its last writes gets the later photo back from the second copy', async () => {
  const { entry, badId } = await storeBadPhoto('wrong-type')
  const { later } = await replace(entry, badId, 'wrong-type')
  const names = namesOf([
    { collection: 'outbox', key: entry.id },
    { collection: 'photos', key: later.id },
  ])
  expect(await copiedNames()).toEqual(names)
  const replaced = await readEntry(entry.id)
  await putStored({ collection: 'outbox', key: entry.id }, entry)
  await openAgain()
  expect(await readEntry(entry.id)).toEqual(replaced)

  await loseDatabase()
  await openAgain()
  expect(await readEntry(entry.id)).toEqual(replaced)
  await storage.whenRestored('photos')
  expect((await readPhoto(later.id))?.bytes).toEqual(later.bytes)
})
