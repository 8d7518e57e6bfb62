import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { NOW } from '../../../test/reconciling-server.ts'
import { newSettlementDeal } from '../../../test/deals.ts'
import { environment, provideEnvironment } from '../../lib/environment.ts'
import { randomId } from '../../lib/random-id.ts'
import { deleteSentPhotos, sentStorage } from '../../storage/sealed/sent-rows.ts'
import { storage } from '../../storage/phone-storage.ts'
import type { OutboxEntry } from '../entry.ts'
import { listEntries } from '../stores/entry-store.ts'
import { reconcile } from './reconcile.ts'

const DAY_MS = 86_400_000

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive, sent } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps, receive, sent } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)

test('the content of an erased customer is deleted, and not sent again', async () => {
  const { id, photo } = await receive()
  await run()
  server.state.erased.add(id)
  server.photos.delete(photo.sha256)
  server.works.set(id, { hash: hashOf(id), photos: [], isSent: true })
  expect(await run()).toBe(false)
  expect(await listEntries(owner)).toEqual([])
  const keys = [...(await sentStorage.entries.getKeys()), ...(await sentStorage.photos.getKeys())]
  expect(keys.filter((key) => key.includes(id) || key.includes(photo.id))).toEqual([])
})

test('photos are deleted after the days that the server names, and work after 400 days', async () => {
  const { id, photo } = await receive()
  await run()
  const stored = async () => ({
    photo: (await sentStorage.photos.getKeys()).some((key) => key.endsWith(photo.id)),
    work: (await sentStorage.entries.getKeys()).some((key) => key.endsWith(id)),
  })
  server.state.at = NOW + 13 * DAY_MS
  await run()
  expect(await stored()).toEqual({ photo: true, work: true })
  server.state.at = NOW + 15 * DAY_MS
  await run()
  expect(await stored()).toEqual({ photo: false, work: true })
  server.state.at = NOW + 401 * DAY_MS
  await run()
  expect(await stored()).toEqual({ photo: false, work: false })
  server.asked.length = 0
  expect(await run()).toBe(false)
  expect(server.asked).toEqual([])
})

test('what was sent stays although the clock of the phone is two years ahead', async () => {
  const { id, photo } = await receive()
  await run()
  const restore = provideEnvironment({ ...environment(), now: () => NOW + 730 * DAY_MS })
  // The next day of the server: the phone looks for old rows again.
  server.state.at = NOW + 2 * DAY_MS
  await run()
  restore()
  const keys = [...(await sentStorage.entries.getKeys()), ...(await sentStorage.photos.getKeys())]
  expect(keys.filter((key) => key.endsWith(id) || key.endsWith(photo.id))).toHaveLength(2)
})

test('a photo stays longer while the phone has an entry of its visit that the app cannot read', async () => {
  const { photo } = await receive()
  await run()
  const [visitId = ''] = photo.id.split('.')
  const newer = { version: 9, id: visitId } as unknown as OutboxEntry
  await storage.change(['outbox'], ({ outbox }) => outbox.put(visitId, newer))
  const isStored = async () =>
    (await sentStorage.photos.getKeys()).some((key) => key.endsWith(photo.id))
  server.state.at = NOW + 15 * DAY_MS
  await run()
  expect(await isStored()).toBe(true)
  await storage.outbox.delete(visitId)
  server.state.at = NOW + 17 * DAY_MS
  await run()
  expect(await isStored()).toBe(false)
})

test('nothing of what was sent is readable on the phone', async () => {
  const { entry } = await receive()
  const rows = await sentStorage.entries.getAll()
  const name = 'customer_name' in entry.work ? '' : newSettlementDeal().record.customer_name
  const texts = rows.map(({ bytes }) => new TextDecoder('latin1').decode(bytes))
  expect(name).not.toBe('')
  expect(texts.filter((text) => text.includes(name) || text.includes('settlement'))).toEqual([])
})

test('the work of a runner who does not come back is deleted after the same days', async () => {
  const other = await createReconcilingPhone()
  const { id, photo } = await other.receive()
  await reconcile(other.owner, other.deps)
  const stored = async () => ({
    photo: (await sentStorage.photos.getKeys()).some((key) => key.endsWith(photo.id)),
    work: (await sentStorage.entries.getKeys()).some((key) => key.endsWith(id)),
    phone: (await sentStorage.phones.getKeys()).includes(`${other.publicKey}|`),
  })
  const runAfter = async (days: number) => {
    server.state.at = NOW + days * DAY_MS
    await run()
    return stored()
  }
  expect(await runAfter(13)).toEqual({ photo: true, work: true, phone: true })
  expect(await runAfter(15)).toEqual({ photo: false, work: true, phone: true })
  expect(await runAfter(400)).toEqual({ photo: false, work: true, phone: true })
  expect(await runAfter(402)).toEqual({ photo: false, work: false, phone: false })
})

test('a full phone says that it has deleted photos of sent work, until they are too old anyway', async () => {
  await receive()
  await run()
  expect(await sent.lacksPhotos(owner)).toBe(false)
  await deleteSentPhotos()
  expect(await sent.lacksPhotos(owner)).toBe(true)
  server.state.at = NOW + 2 * DAY_MS
  await run()
  expect(await sent.lacksPhotos(owner)).toBe(true)
  server.state.at = NOW + 16 * DAY_MS
  await run()
  expect(await sent.lacksPhotos(owner)).toBe(false)
})

test.each([
  ['is full', new DOMException('', 'QuotaExceededError'), true],
  ['cannot write', new Error('a damaged disk'), false],
])(
  'a sent work is not stored when the phone %s, and nothing fails',
  async (_case, error, lacks) => {
    const other = await createReconcilingPhone()
    await reconcile(other.owner, other.deps)
    const { entry } = await receive()
    await run()
    // Nothing is left that could make free space.
    await sentStorage.photos.deleteFrom('')
    vi.spyOn(console, 'warn').mockReturnValue()
    const failing = vi.spyOn(sentStorage, 'write').mockRejectedValue(error)
    const id = randomId()
    await sent.storeSent([{ ...entry, id }], NOW)
    failing.mockRestore()
    expect((await sentStorage.entries.getKeys()).filter((key) => key.endsWith(id))).toEqual([])
    expect(await sent.lacksPhotos(owner)).toBe(lacks)
    expect(await other.sent.lacksPhotos(other.owner)).toBe(false)
  },
)
