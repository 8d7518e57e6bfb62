import type { Work, WorkOf } from '@veni/domain/work'
import { beforeEach, expect, test, vi } from 'vitest'
import { FIRST_URL } from '../../../test/bad-photo.ts'
import { storePacketPhoto } from '../../../test/deal-visit.ts'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import { nextStepOf } from '../../../test/make-step.ts'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { takeUploads } from '../../../test/upload-server.ts'
import { randomId } from '../../lib/random-id.ts'
import { owner } from '../../state/session.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { decideRetry } from '../passes/retry-policy.ts'
import { isSendFailure } from '../deps.ts'
import { photos } from '../phone-deps.ts'
import { changePhoto, readPhoto } from '../stores/photo-store.ts'

const SHA256 = 'cd'.repeat(32)
const LATER_URL = `/api/images/${SHA256}.jpg`
const later = {
  at: '2026-11-25T10:00:00.000Z',
  reason: 'photo-lost',
  url: LATER_URL,
  number: 1,
}

let server: StandInServer
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  signInRunner()
  server = startStandInServer()
})

/** A deal with a later photo. Its records are sent. @param url of the photo, which the host has */
async function newLaterEntry(kind: 'settlement' | 'cash-payment', url: string, done: string[]) {
  const photo = await storePacketPhoto(randomId())
  await changePhoto(photo.id, (stored) => ({ ...stored, url }))
  const record = { hair_photo_url: FIRST_URL }
  const delivered = { status: 'delivered' as const, ...record, cash_receipt_url: '' }
  const order = { customer_id: 7, product_id: 'x', quantity: 1, payment_method: 'upi' } as const
  const own = [{ id: photo.id, role: 'packet' as const, later }]
  const payment = newCashDeal(record).record
  const settlement = newSettlementDeal(record).record
  const work: Work =
    kind === 'settlement'
      ? { kind, settlement, photos: own }
      : { kind, order, delivered, payment, photos: own }
  const head = { id: randomId(), owner: owner(), customerId: '7', createdAt: 1, work }
  return { ...newEntry(head), version: 2 as const, orderId: '501', done }
}

const settlementEntry = () => newLaterEntry('settlement', LATER_URL, ['record', 'photos'])
const cashEntry = (url = LATER_URL) =>
  newLaterEntry('cash-payment', url, ['order', 'delivered', 'record', 'photos'])

const nextStep = (entry: OutboxEntry) => nextStepOf(entry)?.()

/** The state of the entry after its next step has failed. */
async function stateAfter(entry: OutboxEntry) {
  const failure: unknown = await nextStep(entry)?.catch((error: unknown) => error)
  if (!isSendFailure(failure)) throw new Error('the step is acknowledged')
  return decideRetry(entry, failure, 1, () => 0)
}

test.each([
  ['settlement', settlementEntry],
  ['cash payment', cashEntry],
])('our server gets the address of a later photo of a %s with the whole work', async (_, make) => {
  server.answer('POST /api/work', json({ results: [{ outcome: 'recorded' }] }))
  const entry = await make()
  expect(await nextStep(entry)).toMatchObject({ done: ['photo-links'] })
  const { id, work } = entry
  expect(server.sent).toMatchObject([
    { body: { items: [{ version: 2, id, work, photo_urls: { packet: LATER_URL } }] } },
  ])
})

test('a photo that the runner has found again is sent with the whole work, too', async () => {
  server.answer('POST /api/work', json({ results: [{ outcome: 'recorded' }] }))
  expect(await nextStep(await cashEntry(FIRST_URL))).toMatchObject({ done: ['photo-links'] })
  expect(server.calls('POST /api/work')).toHaveLength(1)
})

test('a settlement without a later photo is received after its photos', async () => {
  const { work, ...entry } = await settlementEntry()
  const [photo] = (work as WorkOf<'settlement'>).photos
  const own = [{ id: photo!.id, role: photo!.role }]
  expect(await nextStep({ ...entry, work: { ...work, photos: own } as Work })).toBeUndefined()
})

test('an older server is not told of a later photo by another call: the entry needs attention', async () => {
  const unknown = json({ error: { code: 'not-found', message: '' } }, 404)
  server.answer('POST /api/work', unknown)
  expect(await stateAfter(await cashEntry())).toMatchObject({ state: 'refused' })
  expect(await stateAfter(await settlementEntry())).toMatchObject({ state: 'refused' })
  const fields = [{ path: 'version', reason: 'Expected 1' }]
  const refused = { status: 400, error: { code: 'bad-request', message: '', fields } }
  server.answer('POST /api/work', json({ results: [{ outcome: 'not-recorded', ...refused }] }))
  expect(await stateAfter(await settlementEntry())).toMatchObject({
    state: 'refused',
    refusal: { code: 'bad-request', fields: ['version'] },
  })
  expect(server.sent.map(({ path }) => path)).toEqual(Array(3).fill('/api/work'))
})

test('a plain portal gets the address with the order, and has no call for a settlement', async () => {
  signInAtPlainPortal()
  server.answer('PUT /api/orders/501', json({ success: true }))
  const url = 'https://images.example/2.jpg'
  expect(await nextStep(await cashEntry(url))).toMatchObject({ done: ['photo-links'] })
  expect(server.sent).toMatchObject([{ body: { status: 'delivered', hair_photo_url: url } }])
  expect(await nextStep(await settlementEntry())).toMatchObject({ done: ['photo-links'] })
  expect(server.sent).toHaveLength(1)
})

/** A cash payment that has no later photo. Its packet photo has this address. */
async function entryWithUrl(url: string): Promise<OutboxEntry> {
  const { work, ...entry } = await cashEntry(url)
  const photos = (work as WorkOf<'cash-payment'>).photos.map(({ id, role }) => ({ id, role }))
  return { ...entry, work: { ...work, photos } as Work }
}

test('an address that the order has already is not sent again', async () => {
  for (const signIn of [signInRunner, signInAtPlainPortal]) {
    signIn()
    expect(await nextStep(await entryWithUrl(FIRST_URL))).toEqual({
      kind: 'acknowledged',
      learned: {},
      done: ['photo-links'],
    })
  }
  expect(server.sent).toEqual([])
})

test('an older server of ours gets the address of a photo with the order', async () => {
  server.answer('POST /api/work', json({ error: { code: 'not-found', message: '' } }, 404))
  server.answer('PUT /api/orders/501', json({ id: 501, order_id: 501, status: 'delivered' }))
  expect(await nextStep(await entryWithUrl(LATER_URL))).toMatchObject({ done: ['photo-links'] })
  expect(server.sent.at(-1)).toMatchObject({
    path: '/api/orders/501',
    body: { status: 'delivered', hair_photo_url: LATER_URL },
  })
})

test('a later photo that is gone, too, was sent when the server has its own bytes, not those of the first', async () => {
  const entry = await newLaterEntry('settlement', LATER_URL, ['record'])
  const gone = [{ id: randomId(), role: 'packet', later }]
  const lost = { ...entry, work: { ...entry.work, photos: gone } as Work }
  const answer = (url: string, sha256: string) =>
    server.answer(`GET ${url}/receipt`, json({ success: true, data: { url, sha256, bytes: 3 } }))
  answer(FIRST_URL, 'ab'.repeat(32))
  const notThere = json({ error: { code: 'not-found', message: '' } }, 404)
  server.answer(`GET ${LATER_URL}/receipt`, notThere)
  expect(await stateAfter(lost)).toMatchObject({ refusal: { code: 'photo-lost' } })
  answer(LATER_URL, SHA256)
  expect(await nextStep(lost)).toMatchObject({ done: ['photos'] })
})

test.each([
  ['of our server', json({ error: { code: 'wrong-type', message: '' } }, 415), 'wrong-type'],
  ['of an intermediary', new Response('<html>', { status: 413 }), '413'],
  ['that is only for now', json({ error: { code: 'unavailable', message: '' } }, 503), undefined],
  ['of the session', json({ error: { code: 'sign-in-required', message: '' } }, 401), undefined],
])('the photo has the reason of a refusal %s', async (_case, answer, reason) => {
  const { id } = await storePacketPhoto(randomId())
  server.answer('POST /api/uploads', answer)
  await photos.uploadPhoto(id).catch(() => undefined)
  expect((await readPhoto(id))?.refusal).toBe(reason)
})

test('a portal that takes no photos refuses none', async () => {
  signInAtPlainPortal()
  const { id } = await storePacketPhoto(randomId())
  await photos.uploadPhoto(id)
  expect(await readPhoto(id)).not.toHaveProperty('refusal')
})

test('a photo that the server takes after all has no reason any more', async () => {
  const { id } = await storePacketPhoto(randomId())
  await changePhoto(id, (stored) => ({ ...stored, refusal: '413' }))
  takeUploads(server)
  await photos.uploadPhoto(id)
  expect(await readPhoto(id)).toMatchObject({ url: expect.any(String), refusal: undefined })
})
