import { beforeEach, expect, test, vi } from 'vitest'
import { rejectedWork } from '../../../test/fake-outbox.ts'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { randomId } from '../../lib/random-id.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import type { StoredPhoto } from '../stores/photo-store.ts'
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
const newPhoto = (): StoredPhoto => ({
  id: `${randomId()}.packet.1`,
  owner,
  visitId: randomId(),
  role: 'packet',
  type: 'image/jpeg',
  bytes: new ArrayBuffer(3),
  sha256: 'ab'.repeat(32),
  takenAt: 1,
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
  expect(warn.mock.calls.map(([, error]) => error as unknown)).toEqual([lost, lost])
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
