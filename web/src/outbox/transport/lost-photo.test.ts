import { listPhotos } from '@veni/domain/work'
import { beforeEach, expect, test } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { guards, nextStepOf } from '../../../test/make-step.ts'
import { randomId } from '../../lib/random-id.ts'
import { owner } from '../../state/session.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { phoneDeps } from '../phone-deps.ts'
import { rebuildEntry } from '../rebuild-entry.ts'
import { listBadPhotos } from '../stores/later-photo-store.ts'
import { storePhoto } from '../stores/photo-store.ts'
import { decideRetry } from '../passes/retry-policy.ts'
import { isSendFailure, type SendFailure } from '../deps.ts'

const SHA256 = 'ab'.repeat(32)
const URL_AT_SERVER = `/api/images/${SHA256}.jpg`
const notFound = () => json({ error: { code: 'not-found', message: '' } }, 404)
const RECEIPT = `GET ${URL_AT_SERVER}/receipt`

let server: StandInServer
beforeEach(() => {
  signInRunner()
  server = startStandInServer()
})

/** An entry whose record is sent, and whose photo is not on this phone. */
function entryWithout(hair_photo_url: string) {
  const settlement = { ...newSettlementDeal().record, hair_photo_url }
  const photos = [{ id: randomId(), role: 'packet' as const }]
  const work = { kind: 'settlement' as const, settlement, photos }
  const entry = newEntry({ id: randomId(), owner: owner(), customerId: '7', createdAt: 1, work })
  return { ...entry, work, done: ['record'] }
}

const sendPhotos = (entry: OutboxEntry) => nextStepOf(entry)?.()

async function failureOf(entry: OutboxEntry): Promise<SendFailure> {
  const failure: unknown = await sendPhotos(entry)?.catch((error: unknown) => error)
  if (!isSendFailure(failure)) throw new Error('the photo counts as sent')
  return failure
}

test.each([
  ['has no receipt for it', URL_AT_SERVER, notFound()],
  [
    'shows other bytes',
    URL_AT_SERVER,
    json({ success: true, data: { url: URL_AT_SERVER, sha256: 'cd'.repeat(32), bytes: 3 } }),
  ],
  ['was never told its address', '', undefined],
])(
  'a photo that is gone from the phone is not sent when the server %s: the entry needs attention',
  async (_case, url, receipt) => {
    if (receipt) server.answer(RECEIPT, receipt)
    const entry = entryWithout(url)
    const failure = await failureOf(entry)
    expect(failure.kind).toBe('photo-lost')
    expect(decideRetry(entry, failure, 1, () => 0)).toEqual({
      state: 'refused',
      refusal: { status: 0, code: 'photo-lost', photos: entry.work.photos.map(({ id }) => id) },
    })
  },
)

test.each([
  ['the first', [true, false]],
  ['the second', [false, true]],
  ['no', [false, false]],
])(
  'of two photos that are gone from the phone, the server has %s: only the others are lost',
  async (_which, atServer) => {
    const hashes = ['ab'.repeat(32), 'cd'.repeat(32)]
    const [hair_photo_url = '', cash_receipt_url = ''] = hashes.map(
      (one) => `/api/images/${one}.jpg`,
    )
    for (const [at, url] of [hair_photo_url, cash_receipt_url].entries()) {
      const data = { url, sha256: hashes[at], bytes: 3 }
      const isThere = json({ success: true, data })
      server.answer(`GET ${url}/receipt`, atServer[at] ? isThere : notFound())
    }
    const deal = newCashDeal({ hair_photo_url, cash_receipt_url, payout_method: 'cash' })
    const made = await rebuildEntry(deal)
    const photos = listPhotos(made.work)
    const entry = { ...made, done: ['order', 'delivered', 'record', 'photo-links'] }
    const lost = photos.filter((_, at) => !atServer[at])
    const refused = { ...entry, ...decideRetry(entry, await failureOf(entry), 1, () => 0) }
    expect(refused.refusal?.photos).toEqual(lost.map(({ id }) => id))
    expect(await listBadPhotos(refused)).toEqual(
      lost.map((one) => ({ ...one, reason: 'photo-lost' })),
    )
  },
)

test('a photo of which the phone has only the row can be replaced when the server has lost it', async () => {
  server.answer(RECEIPT, notFound())
  const entry = entryWithout(URL_AT_SERVER)
  const [photo] = entry.work.photos
  const { id = '', role = 'packet' } = photo ?? {}
  // As a comparison leaves it after a restore of the server, when the phone has no sealed copy of the photo.
  await storePhoto({
    id,
    owner: entry.owner,
    visitId: entry.id,
    role,
    type: 'image/jpeg',
    sha256: SHA256,
    takenAt: 1,
  })
  const refused = { ...entry, ...decideRetry(entry, await failureOf(entry), 1, () => 0) }
  expect(await listBadPhotos(refused)).toEqual([{ id, role, reason: 'photo-lost' }])
})

test('a photo that is gone from the phone counts as sent when the server has the same bytes', async () => {
  const data = { url: URL_AT_SERVER, sha256: SHA256, bytes: 3 }
  server.answer(RECEIPT, json({ success: true, data }))
  expect(await sendPhotos(entryWithout(URL_AT_SERVER))).toMatchObject({ done: ['photos'] })
})

test('a receipt that does not come now is asked for again', async () => {
  server.answer(RECEIPT, json({ error: { code: 'unavailable', message: '' } }, 503))
  expect(await failureOf(entryWithout(URL_AT_SERVER))).toMatchObject({
    kind: 'status',
    detail: { status: 503 },
  })
})

test.each([403, 404, 413])(
  'the page of an intermediary with status %i does not mean that the server has no photo',
  async (status) => {
    server.answer(RECEIPT, new Response('<html>Sign in to WiFi</html>', { status }))
    expect(await failureOf(entryWithout(URL_AT_SERVER))).toMatchObject({ kind: 'bad-reply' })
  },
)

test('a photo with an address at another host was sent', async () => {
  const sent = await sendPhotos(entryWithout('https://images.example/1.jpg'))
  expect(sent).toMatchObject({ done: ['photos'] })
  expect(server.sent).toEqual([])
})

test('a plain portal takes no photos, so none is missing there', async () => {
  signInAtPlainPortal()
  expect(await sendPhotos(entryWithout(''))).toMatchObject({ done: ['photos'] })
})

test('a photo is not looked for when another sender has taken its entry', async () => {
  const entry = entryWithout(URL_AT_SERVER)
  const run = phoneDeps.transport.nextStep(entry)?.run
  const taken = { ...guards, renewLease: () => Promise.resolve(false) }
  expect(await run?.(entry, taken)).toEqual({ kind: 'lease-lost' })
  expect(server.sent).toEqual([])
})
