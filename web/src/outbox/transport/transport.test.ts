import { listPhotos, type Work, type WorkOf } from '@veni/domain/work'
import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { loseFile, makeUnreadable } from '../../../test/unreadable-photo.ts'
import { storePacketPhoto } from '../../../test/deal-visit.ts'
import { configureApp } from '../../../test/app-config.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import { nextStepOf } from '../../../test/make-step.ts'
import { randomId } from '../../lib/random-id.ts'
import { owner } from '../../state/session.ts'
import { newEntry } from '../entry.ts'
import { readPhoto, storePhoto } from '../stores/photo-store.ts'

const SENT = 'https://images.example/1.jpg'

let server: StandInServer

const nextStep = nextStepOf

/** Makes a step whose sender never loses its lease. @returns what the reply contained, and the finished steps */
async function runStep(step: ReturnType<typeof nextStepOf>) {
  const result = await step?.()
  if (result?.kind !== 'acknowledged') throw new Error('the step has lost its lease')
  return result
}

const run = async (step: ReturnType<typeof nextStepOf>) => (await runStep(step)).learned

beforeEach(() => {
  signInAtPlainPortal()
  server = startStandInServer()
})

// These tests check only how a record is sent. Other tests check its content.
const works: Record<Work['kind'], (photoId: string) => Work> = {
  'customer-update': () => ({ kind: 'customer-update', body: { status: 'rejected' } }),
  'single-order': () => ({
    kind: 'single-order',
    order: { customer_id: 26, product_id: 'handbag', quantity: 1, payment_method: 'hair' },
    delivered: { status: 'delivered' },
    customer: { status: 'delivered' },
  }),
  'cash-payment': (id) => ({
    kind: 'cash-payment',
    order: { customer_id: 26, product_id: 'handbag', quantity: 1, payment_method: 'upi' },
    delivered: { status: 'delivered' },
    payment: { invoice_id: 'CASH-1' } as WorkOf<'cash-payment'>['payment'],
    photos: [{ id, role: 'packet' }],
  }),
  settlement: (id) => ({
    kind: 'settlement',
    settlement: { invoice_id: 'INV-1' } as WorkOf<'settlement'>['settlement'],
    photos: [{ id, role: 'packet' }],
  }),
  'settlement-delivered': () => ({ kind: 'settlement-delivered', invoiceId: 'INV-1' }),
}

/** The photo is already uploaded. `photo-transport.test.ts` tests the upload. */
async function newWork(kind: Work['kind'], url = SENT) {
  const photo = await storePacketPhoto(randomId())
  const { id } = photo
  if (url !== '') await storePhoto({ ...photo, url })
  const work = works[kind](id)
  return newEntry({ id: randomId(), owner: owner(), customerId: '26', createdAt: 1, work })
}

/** Every call fails once and is then answered, as on an unstable connection. */
function failEachCallOnce(calls: readonly string[]) {
  const tried = new Set<string>()
  for (const call of calls)
    server.answer(call, () => {
      if (!tried.has(call)) {
        tried.add(call)
        return json({}, 500)
      }
      tried.delete(call)
      return json({ order_id: 501, success: true, data: { url: SENT } })
    })
}

test.each([
  ['customer-update', ['PUT /api/customers/26']],
  ['single-order', ['POST /api/orders', 'PUT /api/orders/501', 'PUT /api/customers/26']],
  [
    'cash-payment',
    [
      'POST /api/orders',
      'PUT /api/orders/501',
      'POST /api/cash-payments',
      // Now the order update can contain the address of the photo.
      'PUT /api/orders/501',
    ],
  ],
  ['settlement', ['POST /api/settlements']],
  ['settlement-delivered', ['PUT /api/settlements/INV-1']],
] as const)(
  'every write of a %s has an Idempotency-Key, the same for every attempt [R-3.059]',
  async (kind, writes) => {
    failEachCallOnce(writes)
    let entry = await newWork(kind)
    for (let step = nextStep(entry); step; step = nextStep(entry)) {
      await run(step).catch(() => undefined)
      const { learned, done } = await runStep(step)
      entry = { ...entry, ...learned, done: [...entry.done, ...done] }
    }
    const sent = server.sent.map(({ method, path }) => `${method} ${path}`)
    expect(sent).toEqual(writes.flatMap((call) => [call, call]))
    const keys = server.sent.map(({ key }) => key)
    expect(keys).not.toContain(null)
    expect(keys.filter((_, at) => at % 2 === 0)).toEqual(keys.filter((_, at) => at % 2 === 1))
    expect(new Set(keys).size).toBe(writes.length)
  },
)

test.each([404, 405, 501])(
  'after a %i of a plain portal a record and its photo stay on the phone [R-7.028]',
  async (status) => {
    server.answer('POST /api/settlements', new Response('', { status }))
    server.answer('POST /api/uploads', new Response('', { status }))
    const entry = await newWork('settlement', '')
    expect(await run(nextStep(entry))).toEqual({ staysHere: true })
    await run(nextStep({ ...entry, done: ['record'] }))
    expect(server.sent).toHaveLength(2)
  },
)

const newSettlementEntry = () =>
  newEntry({
    id: randomId(),
    owner: owner(),
    customerId: '7',
    createdAt: 1,
    work: { kind: 'settlement', settlement: newSettlementDeal().record, photos: [] },
  })

test.each([
  ['its host refuses', 'status', json({}, 415)],
  ['this phone can no longer read', 'phone', undefined],
] as const)(
  "a photo that %s does not prevent the upload of the deal's other photo",
  async (_case, kind, refusal) => {
    await configureApp({ imageHostUrl: 'https://images.example/upload' })
    const [first, second] = [await storePacketPhoto(randomId()), await storePacketPhoto(randomId())]
    const photos = [first, second].map(({ id }) => ({ id, role: 'packet' as const }))
    const taken = json({ success: true, data: { url: SENT } })
    server.answer('POST /upload', () =>
      refusal && server.sent.length === 1 ? refusal : taken.clone(),
    )
    vi.spyOn(console, 'warn').mockReturnValue()
    if (!refusal) await loseFile(first.id)
    const entry = newSettlementEntry()
    const work = { ...entry.work, photos } as Work
    const failing = run(nextStep({ ...entry, work, done: ['record'] }))
    await expect(failing).rejects.toMatchObject({ kind })
    expect((await readPhoto(second.id))?.url).toBe(SENT)
  },
)

test('a refusal counts even when the connection breaks after it', async () => {
  await configureApp({ imageHostUrl: 'https://images.example/upload' })
  const [first, second] = [await storePacketPhoto(randomId()), await storePacketPhoto(randomId())]
  const photos = [first, second].map(({ id }) => ({ id, role: 'packet' as const }))
  server.answer('POST /upload', () =>
    server.sent.length === 1 ? json({}, 413) : Promise.reject(noNetwork()),
  )
  const entry = newSettlementEntry()
  const work = { ...entry.work, photos } as Work
  const failing = run(nextStep({ ...entry, work, done: ['record'] }))
  await expect(failing).rejects.toMatchObject({ kind: 'status', detail: { status: 413 } })
})

test('an order does not wait for a photo that cannot be read', async () => {
  server.answer('POST /api/orders', json({ id: 501 }))
  const entry = await newWork('cash-payment')
  makeUnreadable(listPhotos(entry.work)[0]?.id)
  expect(await run(nextStep(entry))).toEqual({ orderId: '501' })
})

test('the page of an intermediary is no refusal of a single call to an older server of ours', async () => {
  signInRunner()
  server.answer('POST /api/work', json({ error: { code: 'not-found', message: '' } }, 404))
  server.answer(
    'PUT /api/customers/26',
    new Response('<html>Sign in to WiFi</html>', { status: 403 }),
  )
  const sent = nextStep(await newWork('customer-update'))?.()
  await expect(sent).rejects.toMatchObject({ kind: 'bad-reply' })
})
