import { beforeEach, expect, test } from 'vitest'
import { addToDigest, EMPTY_DIGEST } from '@veni/domain/api/reconciliation'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { NOW } from '../../../test/reconciling-server.ts'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import { randomId } from '../../lib/random-id.ts'
import { createOpener, createSealer } from '../../storage/sealed/sealing-key.ts'
import { newEntry } from '../entry.ts'
import { deleteOld } from './delete-old.ts'
import { SentRows } from './sent-rows-of.ts'
import { createSentStore } from './sent-store.ts'

const DAY_MS = 86_400_000

let rows: SentRows
let store: ReturnType<typeof createSentStore>
beforeEach(async () => {
  const keys = await newSealingKeys()
  rows = new SentRows(keys.public_key)
  store = createSentStore({
    findPublicKey: () => Promise.resolve(keys.public_key),
    createSealer,
    createOpener,
  })
})

const newSent = (createdAt: number, hash = hashOf(randomId())) => ({
  ...newEntry({
    id: randomId(),
    owner: '9000000001',
    customerId: '7',
    createdAt,
    work: { kind: 'settlement-delivered', invoiceId: 'INV-1' },
  }),
  hash,
})

const digestOf = (...hashes: readonly string[]) => hashes.reduce(addToDigest, EMPTY_DIGEST)

test('work that is confirmed twice, also with another content, counts once', async () => {
  const entry = newSent(1)
  await store.storeSent([entry], 1)
  const [first] = await rows.listUnconfirmed()
  await rows.confirm([first!], NOW)
  await rows.confirm([first!], NOW + 1)
  expect((await rows.readPhone()).digest).toEqual(digestOf(entry.hash))
  const hash = hashOf(randomId())
  await rows.confirm([{ ...first!, hash }], NOW + 2)
  expect((await rows.readPhone()).digest).toEqual(digestOf(hash))
  expect(await rows.listConfirmed()).toMatchObject([{ hash, confirmedAt: NOW }])
})

test('work that was sent again while it was compared stays, and the older row does not count', async () => {
  const entry = newSent(1)
  await store.storeSent([entry], 1)
  const [older] = await rows.listUnconfirmed()
  await rows.confirm([older!], NOW)
  await store.storeSent([entry], 2)
  await rows.remove([older!], { isBeyond: false })
  expect(await rows.listUnconfirmed()).toMatchObject([{ id: entry.id, sentAt: 2 }])
  expect(await rows.hasEntry(entry.id)).toBe(true)
})

test('work that was sent again while it was compared is not confirmed by the older reply', async () => {
  const entry = newSent(1)
  await store.storeSent([entry], 1)
  const [older] = await rows.listUnconfirmed()
  await store.storeSent([entry], 2)
  await rows.confirm([older!], NOW)
  expect(await rows.listUnconfirmed()).toMatchObject([{ id: entry.id, sentAt: 2 }])
  expect(await rows.listConfirmed()).toEqual([])
  expect((await rows.readPhone()).digest).toEqual(digestOf())
})

test('what the phone has deleted, and the server still has, is in its digest beyond the rows', async () => {
  const entry = newSent(1)
  await store.storeSent([entry], 1)
  const [row] = await rows.listUnconfirmed()
  await rows.confirm([row!], NOW)
  await rows.remove([row!], { isBeyond: true })
  const { digest, beyond } = await rows.readPhone()
  expect({ digest, beyond }).toEqual({ digest: digestOf(), beyond: digestOf(entry.hash) })
  expect(await rows.hasEntry(entry.id)).toBe(false)
})

test('what the server no longer has is neither among the rows nor beyond them', async () => {
  const entry = newSent(1)
  await store.storeSent([entry], 1)
  const [row] = await rows.listUnconfirmed()
  await rows.confirm([row!], NOW)
  await rows.remove([row!], { isBeyond: false })
  const { digest, beyond } = await rows.readPhone()
  expect({ digest, beyond }).toEqual({ digest: digestOf(), beyond: digestOf() })
  // A row that was never confirmed is in no digest, either.
  await store.storeSent([newSent(2)], 2)
  await rows.remove(await rows.listUnconfirmed(), { isBeyond: true })
  expect((await rows.readPhone()).beyond).toEqual(digestOf())
})

test('work that another tab has deleted during a comparison is neither confirmed nor deleted again', async () => {
  await store.storeSent([newSent(1)], 1)
  const [row] = await rows.listUnconfirmed()
  const digests = async () => {
    await rows.confirm([row!], NOW)
    await rows.remove([row!], { isBeyond: true })
    const { digest, beyond } = await rows.readPhone()
    return [digest, beyond]
  }
  await rows.remove([row!], { isBeyond: false })
  expect(await digests()).toEqual([digestOf(), digestOf()])
  // All rows of a runner who did not come back.
  await rows.deleteAll()
  expect(await digests()).toEqual([digestOf(), digestOf()])
  expect(await rows.listConfirmed()).toEqual([])
})

test('the latest time is that of the newest work, whatever was sent last', async () => {
  expect(await store.readLatest('9000000001')).toBeUndefined()
  await store.storeSent([newSent(5_000)], 1)
  await store.storeSent([newSent(4_000)], 2)
  expect(await store.readLatest('9000000001')).toBe(5_000)
})

test('a photo stays until the server has confirmed its work, however long that takes', async () => {
  const phone = await createReconcilingPhone()
  const publicKey = (await phone.deps.sealing.findPublicKey(phone.owner))!
  const own = new SentRows(publicKey)
  const { photo } = await phone.receive()
  const later = new Date(NOW + 300 * DAY_MS).toISOString()
  const reply = { ...phone.server.answer({ items: [] }), at: later }
  await deleteOld(reply, { rows: own, listIds: () => Promise.resolve([]) })
  expect(await own.listPhotoIds()).toEqual([photo.id])
})

test('the photos of another runner of this phone are not those of the runner', async () => {
  const [own, other] = [await createReconcilingPhone(), await createReconcilingPhone()]
  const { photo } = await own.receive()
  await other.receive()
  expect(await new SentRows(own.publicKey).listPhotoIds()).toEqual([photo.id])
})
