import type { Work } from '@veni/domain/work'
import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import { storePacketPhoto } from '../../test/deal-visit.ts'
import { noReconciliation } from '../../test/no-reconciliation.ts'
import { signInRunner } from '../../test/runner.ts'
import { clearStorage, copiedNames } from '../../test/second-copies.ts'
import { startStandInServer, type StandInServer } from '../../test/stand-in-server.ts'
import { loseFile, makeUnreadable } from '../../test/unreadable-photo.ts'
import { takeUploads } from '../../test/upload-server.ts'
import { answerWork, listSentIds, WORK_CALL } from '../../test/work-calls.ts'
import { randomId } from '../lib/random-id.ts'
import { owner } from '../state/session.ts'
import { storage } from '../storage/phone-storage.ts'
import { UnreadableRow } from '../storage/storage-problem.ts'
import { newEntry } from './entry.ts'
import { createOutbox } from './outbox.ts'
import { decideRetry } from './passes/retry-policy.ts'
import { phoneDeps } from './phone-deps.ts'
import { listEntries } from './stores/entry-store.ts'
import { listBadPhotos } from './stores/later-photo-store.ts'
import { readPhotoToSend } from './stores/photo-store.ts'

let server: StandInServer
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await clearStorage()
  signInRunner()
  server = startStandInServer()
  server.answer(WORK_CALL, (request) => answerWork(request))
})

const { storeEntry } = phoneDeps.storage
const head = () => ({ owner: owner(), customerId: '7' })

/** A page that is opened again each hour for two weeks. */
async function passEachHour() {
  const start = Date.now()
  for (let hour = 0; hour < 14 * 24; hour += 1) await sendOnceAt(start + hour * 3_600_000)
}

const sendOnceAt = (now: number) =>
  createOutbox({
    ...phoneDeps,
    reconciliation: noReconciliation,
    sender: 'a page',
    session: {
      refresh: () => Promise.resolve(),
      owner,
      current: () => 1,
      onSignedOut: () => {},
    },
    lock: (pass) => pass(true),
    clock: { now: () => now, after: () => () => {} },
    onEntries: () => {},
    publish: () => {},
    onWorkLeft: () => {},
  }).sendOnce()

const newAnyEntry = () => {
  const { record } = newSettlementDeal()
  const work: Work = { kind: 'settlement', settlement: record, photos: [] }
  return newEntry({ ...head(), id: randomId(), createdAt: 1, work })
}

/** A settlement with a photo, which the office does not have. */
async function storeSettlement() {
  const visitId = randomId()
  const photo = await storePacketPhoto(visitId)
  const deal = newSettlementDeal({ visit_id: visitId })
  const work: Work = {
    kind: 'settlement',
    settlement: deal.record,
    photos: [{ id: photo.id, role: 'packet' }],
  }
  await storeEntry(newEntry({ ...head(), id: visitId, visitId, createdAt: 1, work }), [], () => {})
  return { photo, deal }
}

test('a photo whose file a cleaning app has deleted is asked for, and holds up no later work', async () => {
  const { photo, deal } = await storeSettlement()
  await loseFile(photo.id)
  await sendOnceAt(Date.now())
  const delivery = newEntry({
    ...head(),
    id: randomId(),
    createdAt: 2,
    work: { kind: 'settlement-delivered', invoiceId: deal.invoiceId },
  })
  await storeEntry(delivery, [], () => {})
  await passEachHour()
  const [settlement, ...others] = await listEntries(owner())
  expect(others).toEqual([])
  expect(settlement?.refusal).toEqual({ status: 0, code: 'photo-lost', photos: [photo.id] })
  expect(await listBadPhotos(settlement!)).toMatchObject([{ id: photo.id, reason: 'photo-lost' }])
  expect(listSentIds(server).flat()).toContain(delivery.id)
})

test('a photo whose file a cleaning app has deleted is sent from its second copy', async () => {
  const { photo } = await storeSettlement()
  const uploads = takeUploads(server)
  await copiedNames()
  makeUnreadable(photo.id)
  await sendOnceAt(Date.now())
  expect([...uploads.photos.values()]).toEqual([new Uint8Array(photo.bytes!)])
  expect(await listEntries(owner())).toEqual([])
})

test('a photo that another tab has deleted does not come back from its second copy', async () => {
  const { photo } = await storeSettlement()
  await copiedNames()
  const copy = await storage.readCopy({ collection: 'photos', key: photo.id })
  makeUnreadable(photo.id)
  vi.spyOn(storage, 'readCopy').mockImplementation(async () => {
    await storage.photos.delete(photo.id)
    return copy
  })
  await expect(readPhotoToSend(photo.id)).rejects.toThrow('cannot be read')
  expect(await storage.photos.getKeys()).not.toContain(photo.id)
})

test.each([
  [9, 'waiting', undefined],
  [10, 'refused', { status: 0, code: 'photo-lost', photos: ['packet'] }],
])(
  'a photo that cannot be read after %i failed attempts: its entry is %s',
  (attempts, state, refusal) => {
    const failure = new UnreadableRow('', { photoId: 'packet' })
    const after = decideRetry({ ...newAnyEntry(), attempts }, failure, 1, () => 0)
    expect([after.state, after.refusal]).toEqual([state, refusal])
  },
)

test('a photo that may still be restored is waited for, however often that failed', () => {
  const entry = { ...newAnyEntry(), attempts: 1_000 }
  expect(decideRetry(entry, new UnreadableRow(), 1, () => 0).state).toBe('waiting')
})
