import type { Work } from '@veni/domain/work'
import { beforeEach, expect, test } from 'vitest'
import { configureApp } from '../../../test/app-config.ts'
import { newSettlementDeal } from '../../../test/deals.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { nextStepOf } from '../../../test/make-step.ts'
import { isOurServer } from '../../api/client.ts'
import { randomId } from '../../lib/random-id.ts'
import { owner } from '../../state/session.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'

const CALL = 'POST /api/work'

let server: StandInServer
beforeEach(() => {
  signInRunner()
  server = startStandInServer()
})

const newEntryOf = (work: Work): OutboxEntry =>
  newEntry({ id: randomId(), owner: owner(), customerId: '7', createdAt: 1, work })
const settlementEntry = () =>
  newEntryOf({ kind: 'settlement', settlement: newSettlementDeal().record, photos: [] })
const orderEntry = () =>
  newEntryOf({
    kind: 'single-order',
    order: { customer_id: 7, product_id: 'handbag', quantity: 1, payment_method: 'hair' },
    delivered: { status: 'delivered' },
    customer: { status: 'delivered' },
  })

/** Makes the next step of an entry. @returns what it learned, and the finished steps */
async function send(entry: OutboxEntry) {
  const result = await nextStepOf(entry)?.()
  if (result?.kind !== 'acknowledged') throw new Error('the step was not acknowledged')
  return { learned: result.learned, done: result.done }
}
const recorded = (answer: object = {}) => json({ results: [{ outcome: 'recorded', ...answer }] })

test('our server gets all records of an entry in one call', async () => {
  server.answer(CALL, recorded({ order_id: 501 }))
  const entry = orderEntry()
  expect(await send(entry)).toEqual({
    learned: { orderId: '501' },
    done: ['order', 'delivered', 'customer'],
  })
  const { id, work } = entry
  expect(server.sent).toMatchObject([
    { key: `${id}:work`, body: { items: [{ version: 1, id, customer_id: '7', work }] } },
  ])
})

test('work that an older release has sent in part is sent as a whole, without the number of its order', async () => {
  server.answer(CALL, recorded({ order_id: 36 }))
  const entry: OutboxEntry = { ...orderEntry(), orderId: 'lost-order', done: ['order'] }
  expect((await send(entry)).learned).toEqual({ orderId: '36' })
  expect(JSON.stringify(server.sent[0]?.body)).not.toContain('lost-order')
})

test('the differences of the recount are read from the reply', async () => {
  const differences = [{ field: 'hair_value', phone: 725, office: 720, kind: 'sum' }]
  server.answer(CALL, recorded({ differences }))
  expect(await send(settlementEntry())).toEqual({ learned: { differences }, done: ['record'] })
  server.answer(CALL, recorded())
  expect(await send(settlementEntry())).toEqual({ learned: {}, done: ['record'] })
})

test('work that is not recorded fails like a call of its own', async () => {
  const error = { code: 'conflict', message: 'No.', fields: [{ path: 'visit_id', reason: 'no' }] }
  const notRecorded = { outcome: 'not-recorded', status: 409, error }
  server.answer(CALL, json({ results: [notRecorded] }))
  await expect(send(settlementEntry())).rejects.toMatchObject({
    kind: 'status',
    detail: { status: 409, code: 'conflict', body: JSON.stringify({ error }) },
  })
  const busy = { status: 503, retry_after_s: 5, error: { code: 'unavailable', message: 'Later.' } }
  server.answer(CALL, json({ results: [{ ...notRecorded, ...busy }] }))
  await expect(send(settlementEntry())).rejects.toMatchObject({
    detail: { status: 503, retryAfterMs: 5_000 },
  })
})

test('work for a customer that is not found is refused, and not sent again by single calls', async () => {
  const error = { code: 'not-found', message: 'Not here.' }
  server.answer(CALL, json({ results: [{ outcome: 'not-recorded', status: 404, error }] }))
  await expect(send(settlementEntry())).rejects.toMatchObject({ detail: { status: 404 } })
  expect(server.sent.map(({ path }) => path)).toEqual(['/api/work'])
})

test('our server of an older release gets the single calls', async () => {
  const unknown = json({ error: { code: 'not-found', message: 'Nothing here.' } }, 404)
  server.answer(CALL, unknown)
  server.answer('POST /api/orders', json({ id: 501, order_id: 501, status: 'created' }, 201))
  expect(await send(orderEntry())).toEqual({ learned: { orderId: '501' }, done: ['order'] })
})

test('the addresses at another image host follow in the same call', async () => {
  await configureApp({ imageHostUrl: 'https://images.example/upload', madeByOurServer: true })
  server.answer(CALL, recorded({ order_id: 501 }))
  const entry = newEntryOf({
    kind: 'cash-payment',
    order: { customer_id: 7, product_id: 'handbag', quantity: 1, payment_method: 'upi' },
    delivered: { status: 'delivered', hair_photo_url: 'https://images.example/old.jpg' },
    payment: { invoice_id: 'CASH-1' } as never,
    photos: [],
  })
  await send({ ...entry, done: ['order', 'delivered', 'record', 'photos'] })
  expect(server.sent).toMatchObject([
    { path: '/api/work', body: { items: [{ id: entry.id, photo_urls: {} }] } },
  ])
})

test.each([
  ['a page with status 404', new Response('<html>Not here</html>', { status: 404 })],
  ['a page with status 403', new Response('<html>Sign in to WiFi</html>', { status: 403 })],
  ['a page with status 501', new Response('<html>What?</html>', { status: 501 })],
  ['JSON of another program', json({ success: true, message: 'Welcome to WiFi' })],
  ['a reply without a result', json({ results: [] })],
])(
  '%s does not count as a reply of our server: the work is sent again [R-7.027]',
  async (_case, answer) => {
    server.answer(CALL, answer)
    await expect(send(settlementEntry())).rejects.toMatchObject({ kind: 'bad-reply' })
    // Nor does it make the phone send the single calls of an older release.
    expect(new Set(server.sent.map(({ path }) => path))).toEqual(new Set(['/api/work']))
  },
)

test('a page of our own server accepts no reply from an intermediary, even before the sign-in [R-7.027]', async () => {
  signInAtPlainPortal()
  await configureApp({ madeByOurServer: true })
  for (const answer of [new Response(''), new Response('', { status: 404 }), json({})]) {
    server.answer(CALL, answer)
    await expect(send(settlementEntry())).rejects.toMatchObject({ kind: 'bad-reply' })
  }
  // A plain portal behind such a page has its own rules.
  await configureApp({ madeByOurServer: true, apiBaseUrl: 'https://portal.example' })
  expect(isOurServer()).toBe(false)
})
