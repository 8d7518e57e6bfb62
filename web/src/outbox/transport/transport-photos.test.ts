import type { Work } from '@veni/domain/work'
import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { rejectedWork, singleOrder } from '../../../test/fake-outbox.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import type { Client } from '../../api/client.ts'
import { ApiFailure } from '../../api/failure.ts'
import { LostPhoto, UnreadableRow } from '../../storage/storage-problem.ts'
import type { CallGuards } from '../deps.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import type { RecordedPhoto } from './photo-transport.ts'
import { createTransport } from './transport.ts'

const handOverPhoto = vi.fn<(id: string, recorded: RecordedPhoto) => Promise<void>>()
const callApi = vi.fn<(endpoint: unknown, call: object) => Promise<unknown>>()
const renewLease = vi.fn<() => Promise<boolean>>()
const requireOwner = vi.fn<() => void>()
const transport = createTransport({
  callApi: callApi as unknown as Client['callApi'],
  storeFirstEpoch: () => Promise.resolve(true),
  photos: {
    uploadPhoto: () => Promise.resolve(),
    handOverPhoto,
    readPhotoUrl: () => Promise.resolve(''),
  },
})

beforeEach(() => {
  signInRunner()
  for (const call of [handOverPhoto, callApi, renewLease, requireOwner]) call.mockReset()
  handOverPhoto.mockResolvedValue()
  renewLease.mockResolvedValue(true)
})

const URL_OF_PACKET = 'https://images.example/packet.jpg'
const URL_OF_LATER = `/api/images/${'ab'.repeat(32)}.jpg`
const later = { at: '2026-11-25T10:00:00.000Z', reason: 'photo-lost', url: URL_OF_LATER, number: 1 }
const deal: Work = {
  kind: 'settlement',
  settlement: newSettlementDeal({ hair_photo_url: URL_OF_PACKET }).record,
  photos: [
    { id: 'first', role: 'packet', later },
    { id: 'second', role: 'packet' },
  ],
}
const newWork = (work: Work, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id: 'a', owner: '9', customerId: '7', createdAt: 1, work }),
  ...changes,
})
const recordSent = newWork(deal, { done: ['record'], epoch: 'first' })

const noteAnswer = () => {}
const guards: CallGuards = { renewLease, requireOwner, noteAnswer }
const runNext = (entry: OutboxEntry) => transport.nextStep(entry)?.run(entry, guards)
const handedOver = () => handOverPhoto.mock.calls.map(([id]) => id)

test('each photo is handed over with its recorded address, the epoch of the record and its owner', async () => {
  expect(await runNext(recordSent)).toEqual({ kind: 'acknowledged', learned: {}, done: ['photos'] })
  expect(handOverPhoto.mock.calls).toEqual([
    ['first', { url: URL_OF_LATER, epoch: 'first', owner: '9' }, noteAnswer],
    ['second', { url: URL_OF_PACKET, epoch: 'first', owner: '9' }, noteAnswer],
  ])
  expect(renewLease).toHaveBeenCalledTimes(2)
  expect(requireOwner).toHaveBeenCalledTimes(2)
})

test('no photo is handed over after another sender has taken the entry', async () => {
  renewLease.mockResolvedValueOnce(true).mockResolvedValueOnce(false)
  expect(await runNext(recordSent)).toEqual({ kind: 'lease-lost' })
  expect(handedOver()).toEqual(['first'])
})

const status = (number: number) => new ApiFailure('status', { status: number })
const [offline, refused, signedOut] = [new ApiFailure('network'), status(415), status(401)]
const unreadable = new UnreadableRow('photos')

test.each([
  ['is refused', refused],
  ['cannot be read', unreadable],
])('a photo that %s does not hold up the other photo', async (_how, failure) => {
  handOverPhoto.mockRejectedValueOnce(failure)
  await expect(runNext(recordSent)).rejects.toBe(failure)
  expect(handedOver()).toEqual(['first', 'second'])
})

test('photos that are lost are named together', async () => {
  for (const id of ['first', 'second']) handOverPhoto.mockRejectedValueOnce(new LostPhoto('', [id]))
  const lost = { kind: 'photo-lost', photoIds: ['first', 'second'] }
  await expect(runNext(recordSent)).rejects.toMatchObject(lost)
})

test('a photo that is lost is named after the other one was handed over', async () => {
  handOverPhoto.mockRejectedValueOnce(new LostPhoto('', ['first']))
  await expect(runNext(recordSent)).rejects.toMatchObject({ photoIds: ['first'] })
  expect(handedOver()).toEqual(['first', 'second'])
})

test.each([
  ['network', offline],
  ['session', signedOut],
  ['server that can answer', status(503)],
])('without a %s the other photo is not tried', async (_what, failure) => {
  handOverPhoto.mockRejectedValueOnce(failure)
  await expect(runNext(recordSent)).rejects.toBe(failure)
  expect(handedOver()).toEqual(['first'])
})

test.each([
  ['the lost session, not the refusal', refused, signedOut, signedOut],
  ['the refusal, not the missing network', refused, offline, refused],
  ['the missing network, not the row that cannot be read', unreadable, offline, offline],
])('of two failures the step reports %s', async (_what, first, second, failure) => {
  handOverPhoto.mockRejectedValueOnce(first).mockRejectedValueOnce(second)
  await expect(runNext(recordSent)).rejects.toBe(failure)
})

test('a bug in one photo is no failure of the network', async () => {
  const bug = new RangeError('a bug')
  handOverPhoto.mockRejectedValueOnce(bug)
  await expect(runNext(recordSent)).rejects.toBe(bug)
  expect(handedOver()).toEqual(['first'])
})

test('a bug in one photo is reported, also after the other photo was refused', async () => {
  const bug = new RangeError('a bug')
  handOverPhoto.mockRejectedValueOnce(refused).mockRejectedValueOnce(bug)
  await expect(runNext(recordSent)).rejects.toBe(bug)
})

test('the photos and their addresses come after the records of all entries', () => {
  const flags = (entry: OutboxEntry) => {
    const { isPhotoStep, isUpload } = transport.nextStep(entry) ?? {}
    return { isPhotoStep, isUpload }
  }
  expect(flags(newWork(deal))).toEqual({ isPhotoStep: false, isUpload: false })
  expect(flags(recordSent)).toEqual({ isPhotoStep: true, isUpload: true })
  const links = { ...recordSent, done: ['record', 'photos'] }
  expect(flags(links)).toEqual({ isPhotoStep: true, isUpload: false })
  expect(transport.nextStep(newWork(rejectedWork, { done: ['customer'] }))).toBeUndefined()
})

test('our server gets several records in one call, but no photos, and no order that the runner waits for', () => {
  const isPossible = transport.together!.isPossible
  expect(isPossible(newWork(deal))).toBe(true)
  expect(isPossible(recordSent)).toBe(false)
  expect(isPossible(newWork(rejectedWork, { done: ['customer'] }))).toBe(false)
  expect(isPossible(newWork(singleOrder))).toBe(false)
  expect(isPossible(newWork(singleOrder, { orderId: '501' }))).toBe(true)
  signInAtPlainPortal()
  expect(isPossible(newWork(deal))).toBe(false)
})

test('a later photo is refused by a server of ours that has no place for it', async () => {
  callApi.mockRejectedValue(new ApiFailure('status', { status: 404, code: 'not-found' }))
  const links = { ...recordSent, done: ['record', 'photos'] }
  await expect(runNext(links)).rejects.toMatchObject({ kind: 'status', detail: { status: 400 } })
})

test('a plain portal gets the call of a settlement with a limit of 15 s, and its differences count', async () => {
  signInAtPlainPortal()
  const differences = [{ field: 'hair_value', phone: 725, office: 720, kind: 'sum' }]
  callApi.mockResolvedValue({ differences })
  expect(await runNext(newWork(deal))).toMatchObject({ learned: { differences }, done: ['record'] })
  expect(callApi.mock.calls[0]?.[1]).toMatchObject({
    timeoutMs: 15_000,
    idempotencyKey: 'a:record',
  })
  expect(requireOwner).toHaveBeenCalledTimes(1)
})

test.each([
  ['no differences', []],
  ['differences in a form of its own', 'none'],
])('after an answer of a plain portal with %s the deal has none', async (_what, differences) => {
  signInAtPlainPortal()
  callApi.mockResolvedValue({ differences })
  expect(await runNext(newWork(deal))).toEqual({
    kind: 'acknowledged',
    learned: {},
    done: ['record'],
  })
})
