import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { rejectedWork } from '../../../test/fake-outbox.ts'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { randomId } from '../../lib/random-id.ts'
import { createOpener, createSealer } from '../../storage/sealed/sealing-key.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { storage } from '../../storage/phone-storage.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { storePhoto, type StoredPhoto } from '../stores/photo-store.ts'
import { createSentStore } from './sent-store.ts'

let { owner, sent, publicKey } = {} as Awaited<ReturnType<typeof createReconcilingPhone>>
beforeEach(async () => {
  ;({ owner, sent, publicKey } = await createReconcilingPhone())
})

const newSent = (changes: Partial<OutboxEntry> = {}): OutboxEntry => {
  const id = randomId()
  const head = { id, owner, customerId: '7', createdAt: 5 }
  return { ...newEntry({ ...head, work: rejectedWork }), hash: hashOf(id), ...changes }
}
const newPhoto = (changes: Partial<StoredPhoto> = {}): StoredPhoto => ({
  id: `${randomId()}.packet.1`,
  owner,
  visitId: randomId(),
  role: 'packet',
  type: 'image/jpeg',
  bytes: new ArrayBuffer(3),
  sha256: 'ab'.repeat(32),
  takenAt: 1,
  ...changes,
})
const isStored = (id: string) => sentStorage.entries.has(`${publicKey}|${id}`)

test('the phone knows its epoch and the time of the newest work that it has sent', async () => {
  expect([await sent.readEpoch(owner), await sent.readLatest(owner)]).toEqual([
    undefined,
    undefined,
  ])
  expect(await sent.storeFirstEpoch(owner, 'first')).toBe(true)
  const [newer, older] = [newSent({ createdAt: 9 }), newSent({ createdAt: 5 })]
  await sent.storeSent([newer, older], 1)
  expect([await sent.readEpoch(owner), await sent.readLatest(owner)]).toEqual(['first', 9])
  expect([await isStored(newer.id), await isStored(older.id)]).toEqual([true, true])
})

test('what another runner has sent is not stored for the one who is signed in', async () => {
  const findPublicKey = (one: string) => Promise.resolve(one === owner ? publicKey : undefined)
  const own = createSentStore({ findPublicKey, createSealer, createOpener })
  const [other, entry] = [newSent({ owner: randomId() }), newSent()]
  await own.storeSent([other], 1)
  await own.storeSent([entry], 1)
  await own.storeSent([], 2)
  expect([await isStored(other.id), await isStored(entry.id)]).toEqual([false, true])
})

test('what was on its way when the runner asked for a new code, or signed out, is stored as sent', async () => {
  const findPublicKey = vi
    .fn<() => Promise<string | undefined>>()
    .mockResolvedValueOnce(publicKey)
    .mockResolvedValue(undefined)
  const own = createSentStore({ findPublicKey, createSealer, createOpener })
  // As a pass does at its beginning.
  await own.readEpoch(owner)
  const [entry, photo] = [newSent(), newPhoto()]
  await own.storePhoto(photo)
  await own.storeSent([entry], 1)
  expect(await isStored(entry.id)).toBe(true)
  expect(await sentStorage.photos.has(`${publicKey}|${photo.id}`)).toBe(true)
  // A sign-in that the server has not answered compares nothing.
  expect(await own.readEpoch(owner)).toBeUndefined()
})

test('work that our server has not recorded as a whole is not stored as sent', async () => {
  const entry = newSent({ hash: undefined })
  await sent.storeSent([entry], 1)
  expect([await isStored(entry.id), await sent.readLatest(owner)]).toEqual([false, undefined])
})

test('a runner without a key sends, and the phone stores and compares nothing', async () => {
  const createSealer = vi.fn<() => Promise<never>>()
  const without = createSentStore({
    findPublicKey: () => Promise.resolve(undefined),
    createSealer,
    createOpener: createSealer,
  })
  await without.storeSent([newSent()], 1)
  await without.storePhoto(newPhoto())
  expect(await without.storeFirstEpoch(owner, 'first')).toBe(false)
  expect(await without.readEpoch(owner)).toBeUndefined()
  expect(await without.readLatest(owner)).toBeUndefined()
  expect(await without.lacksPhotos(owner)).toBe(false)
  expect(createSealer).not.toHaveBeenCalled()
})

test('what was sent and cannot be read or written holds up no work, and is reported', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const lost = new DOMException('The connection was lost', 'InvalidStateError')
  vi.spyOn(sentStorage.phones, 'get').mockRejectedValueOnce(lost)
  expect(await sent.readEpoch(owner)).toBeUndefined()
  vi.spyOn(sentStorage, 'write').mockRejectedValueOnce(lost)
  const entry = newSent()
  await sent.storeSent([entry], 1)
  expect(warn.mock.calls).toEqual([
    ['What was sent is not known', lost],
    ['What was sent is not stored on the phone', lost],
  ])
  expect([await isStored(entry.id), await sent.lacksPhotos(owner)]).toEqual([false, false])
})

const full = () => new DOMException('full', 'QuotaExceededError')

test('a full phone deletes photos that it has sent, and then stores the work', async () => {
  const photo = newPhoto()
  await sent.storePhoto(photo)
  vi.spyOn(sentStorage, 'write').mockRejectedValueOnce(full())
  const entry = newSent()
  await sent.storeSent([entry], 1)
  expect(await isStored(entry.id)).toBe(true)
  expect(await sentStorage.photos.has(`${publicKey}|${photo.id}`)).toBe(false)
})

test('a phone that stays full says that it lacks what was sent', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await sent.storeFirstEpoch(owner, 'first')
  const write = vi.spyOn(sentStorage.photos, 'put')
  write.mockRejectedValueOnce(full()).mockRejectedValueOnce(full())
  await sent.storePhoto(newPhoto())
  expect(await sent.lacksPhotos(owner)).toBe(true)
})

const urlOf = (name: string) => `/api/images/${name}.jpg`

/**
 * Sends a deal with two photos, of which the phone has that of the receipt.
 * @param recorded the address of the photo of the packet in the record
 * @returns the photos that are compared
 */
async function sendWithReceipt(packet: StoredPhoto, recorded: string) {
  const sha256 = 'cd'.repeat(32)
  const receipt = newPhoto({ role: 'receipt', sha256, url: urlOf(sha256) })
  await storePhoto(receipt)
  const settlement = newSettlementDeal({ hair_photo_url: recorded }).record
  const photos = [packet, receipt].map(({ id, role }) => ({ id, role }))
  const entry = newSent({ work: { kind: 'settlement', settlement, photos } })
  await sent.storeSent([entry], 1)
  const row = await sentStorage.unconfirmed.get(`${publicKey}|${entry.id}`)
  return row?.photos.map(({ id }) => (id === packet.id ? 'packet' : 'receipt')).toSorted()
}

const HASH = 'ab'.repeat(32)
test.each([
  ['that the phone has is compared', storePhoto, urlOf(HASH), ['packet', 'receipt']],
  [
    'whose row is lost is compared by its address in the record',
    (photo: StoredPhoto) => sent.storePhoto(photo),
    urlOf(HASH),
    ['packet', 'receipt'],
  ],
  [
    'whose row is lost, and which has no address in the record, is not compared',
    (photo: StoredPhoto) => sent.storePhoto(photo),
    '',
    ['receipt'],
  ],
  [
    'that is not on the phone any more is not compared: it could not be sent again',
    () => Promise.resolve(),
    urlOf(HASH),
    ['receipt'],
  ],
  [
    'without a hash is not compared: our server would refuse the comparison',
    (photo: StoredPhoto) => storePhoto({ ...photo, sha256: '', url: urlOf(photo.id) }),
    urlOf(HASH),
    ['receipt'],
  ],
])('a photo %s', async (_which, store, recorded, compared) => {
  const packet = newPhoto({ url: urlOf(HASH) })
  await store(packet)
  expect(await sendWithReceipt(packet, recorded)).toEqual(compared)
})

test('a photo whose file the browser has lost is reported, and does not stop the comparison of others', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const packet = newPhoto({ url: urlOf(HASH) })
  await storePhoto(packet)
  const lost = new DOMException('The file is gone', 'NotReadableError')
  vi.spyOn(storage.photos, 'get').mockRejectedValueOnce(lost)
  expect(await sendWithReceipt(packet, urlOf(HASH))).toEqual(['receipt'])
  expect(warn.mock.calls).toEqual([['A photo is not compared', lost]])
})
