import { MAX_WORK_BYTES } from '@veni/domain/api/work'
import type { Work } from '@veni/domain/work'
import { beforeEach, expect, test } from 'vitest'
import { add, fakeOutbox, settlement, singleOrder } from '../../../test/fake-outbox.ts'
import { json, noNetwork, type StandInServer } from '../../../test/stand-in-server.ts'
import {
  answerWork,
  batchDeps,
  idsOf,
  listSentIds,
  notRecorded,
  startWorkServer,
  WORK_CALL,
} from '../../../test/work-calls.ts'
import { createBatchSize } from './batch-size.ts'
import { LEASE_MS } from './lease.ts'
import { sendDue, type PassDeps } from './pass.ts'

const send = (changes: Partial<PassDeps> = {}) => sendDue({ ...batchDeps, ...changes })

let server: StandInServer
/** The results of items by id; recorded unless set. */
let results: Map<string, object>

beforeEach(() => {
  results = new Map()
  server = startWorkServer(results)
})

const sentIds = () => listSentIds(server)
const states = () => fakeOutbox.entries.map(({ id, state, attempts }) => [id, state, attempts])
const longUpdate = (letters: number): Work => ({
  kind: 'customer-update',
  body: { status: 'hold', notes: 'న'.repeat(letters) },
})
const withPhoto = (invoiceId: string, notes = ''): Work => ({
  kind: 'settlement',
  settlement: { invoice_id: invoiceId, notes } as never,
  photos: [{ id: 'none', role: 'packet' }],
})

function addMany(count: number, work?: Work): void {
  for (let at = 0; at < count; at++) add(`e${at}`, `${at}`, work)
}

test('our server gets the records of many entries in few calls, and each call has few entries', async () => {
  addMany(120)
  await send()
  expect(sentIds().map(({ length }) => length)).toEqual([50, 50, 20])
  expect(sentIds().flat()).toEqual(Array.from({ length: 120 }, (_, at) => `e${at}`))
  expect(fakeOutbox.entries).toEqual([])
})

test('a call is bounded in bytes, begins small, and an entry that is larger goes alone', async () => {
  addMany(150, longUpdate(4_000))
  add('large', '9', longUpdate(10_000))
  await send()
  const bytes = server
    .calls(WORK_CALL)
    .map(({ body }) => new TextEncoder().encode(JSON.stringify(body)).byteLength)
  expect(bytes[0]).toBeLessThanOrEqual(16 * 1024)
  expect(Math.max(...bytes)).toBeLessThanOrEqual(MAX_WORK_BYTES)
  expect(Math.max(...bytes)).toBeGreaterThan(MAX_WORK_BYTES / 2)
  expect(sentIds().flat().toSorted()).toEqual(
    [...Array.from({ length: 150 }, (_, at) => `e${at}`), 'large'].toSorted(),
  )
  expect(fakeOutbox.entries).toEqual([])
})

test('a refused entry in a call holds up no other one', async () => {
  addMany(5)
  results.set('e2', notRecorded(409, 'conflict'))
  results.set('e3', notRecorded(500, 'internal'))
  const { nextAttemptAt } = await send()
  expect(sentIds()).toHaveLength(1)
  expect(states()).toEqual([
    ['e2', 'refused', 0],
    ['e3', 'waiting', 1],
  ])
  expect(nextAttemptAt).toBe(fakeOutbox.clock + 1_000)
  expect(fakeOutbox.outcomes.map(({ kind }) => kind)).toEqual([
    'received',
    'received',
    'refused',
    'failed',
    'received',
  ])
})

test('entries whose reply was lost are sent again with the same ids, and no attempt is counted', async () => {
  addMany(3)
  const recorded = new Set<string>()
  server.answer(WORK_CALL, (request) => {
    const isFirst = recorded.size === 0
    for (const id of idsOf(request)) recorded.add(id)
    if (isFirst) throw noNetwork()
    return answerWork(request, results)
  })
  expect(await send()).toMatchObject({ stoppedBy: 'network', isAnswered: false })
  expect(states()).toEqual([
    ['e0', 'waiting', 0],
    ['e1', 'waiting', 0],
    ['e2', 'waiting', 0],
  ])
  expect(await send()).toMatchObject({ isAnswered: true })
  expect([...recorded]).toEqual(['e0', 'e1', 'e2'])
  expect(fakeOutbox.entries).toEqual([])
})

test('an entry that another sender takes during the call stays with that sender', async () => {
  addMany(3)
  results.set('e1', notRecorded(500, 'internal'))
  const lease = { by: 'another tab', until: fakeOutbox.clock + LEASE_MS }
  server.answer(WORK_CALL, (request) => {
    fakeOutbox.entries = fakeOutbox.entries.map((entry) =>
      entry.id === 'e1' ? { ...entry, lease } : entry,
    )
    return answerWork(request, results)
  })
  await send()
  expect(fakeOutbox.entries).toMatchObject([{ id: 'e1', state: 'sending', attempts: 0, lease }])
})

test('when an intermediary refuses the call, each entry has a call of its own', async () => {
  addMany(4)
  server.answer(WORK_CALL, (request) => {
    const ids = idsOf(request)
    return ids.length > 1 || ids[0] === 'e1'
      ? json({ error: { code: 'too-large', message: 'Too large.' } }, 413)
      : answerWork(request, results)
  })
  await send()
  expect(sentIds()).toEqual([['e0', 'e1', 'e2', 'e3'], ['e0'], ['e1'], ['e2'], ['e3']])
  expect(states()).toEqual([['e1', 'refused', 0]])
})

test('the work for a customer reaches the server in its order', async () => {
  add('status', '7')
  add('deal', '7', settlement('INV-1'))
  add('handover', '7', { kind: 'settlement-delivered', invoiceId: 'INV-1' })
  add('other', '8')
  await send()
  expect(sentIds()).toEqual([['status', 'deal', 'other'], ['handover']])
})

test('later work for a customer waits for the photos of the deal', async () => {
  add('deal', '7', withPhoto('INV-1'))
  add('status', '7')
  add('other', '8')
  await send()
  expect(sentIds()).toEqual([['deal', 'other'], ['status']])
})

test('an entry that does not fit into the call is sent before later work for its customer', async () => {
  add('other', '8', longUpdate(5_000))
  add('deal', '7', withPhoto('INV-1', 'న'.repeat(5_000)))
  add('status', '7')
  await send()
  expect(sentIds()).toEqual([['other'], ['deal'], ['status']])
})

test('the delivery of a deal that the call refuses waits for the deal', async () => {
  results.set('deal', notRecorded(409, 'conflict'))
  add('deal', '7', settlement('INV-1'))
  add('handover', '7', { kind: 'settlement-delivered', invoiceId: 'INV-1' })
  add('status', '7')
  await send()
  expect(sentIds().flat()).toEqual(['deal', 'status'])
  expect(states()).toEqual([
    ['deal', 'refused', 0],
    ['handover', 'waiting', 0],
  ])
})

test('our server of an older release gets the single calls', async () => {
  server.answer(WORK_CALL, json({ error: { code: 'not-found', message: 'Nothing here.' } }, 404))
  for (const id of ['0', '1']) server.answer(`PUT /api/customers/${id}`, json({}, 500))
  addMany(2)
  await send()
  expect(server.calls('PUT /api/customers/0')).toHaveLength(1)
  expect(server.calls('PUT /api/customers/1')).toHaveLength(1)
})

test('no call is made for a runner who is not signed in any longer', async () => {
  addMany(2)
  const refreshSession = () => Promise.resolve(void (fakeOutbox.signedIn = '9000000002'))
  // The work of the other runner is not held up.
  expect(await send({ refreshSession })).toMatchObject({ nextAttemptAt: fakeOutbox.clock })
  expect(server.sent).toEqual([])
  expect(states()).toEqual([
    ['e0', 'waiting', 0],
    ['e1', 'waiting', 0],
  ])
})

test('an entry that an earlier epoch has acknowledged waits for the comparison, also when it is sent as a whole', async () => {
  addMany(2)
  add('later', '1')
  fakeOutbox.entries = fakeOutbox.entries.map((entry) =>
    entry.id === 'e1' ? { ...entry, epoch: 'first' } : entry,
  )
  expect((await send({ epoch: 'second' })).stoppedBy).toBe('epoch-ended')
  expect(sentIds()).toEqual([['e0']])
  expect(states()).toEqual([
    ['e1', 'waiting', 0],
    ['later', 'waiting', 0],
  ])
})

test('a lost session asks for the sign-in once, and all entries wait for it', async () => {
  addMany(120)
  server.answer(WORK_CALL, json({ error: { code: 'sign-in-required', message: 'Sign in.' } }, 401))
  expect((await send()).stoppedBy).toBe('signed-out')
  expect(sentIds()).toHaveLength(1)
  expect(new Set(fakeOutbox.entries.map(({ state }) => state))).toEqual(new Set(['needs-sign-in']))
})

test('a single order does not wait for the work of other customers, and has a call of its own', async () => {
  addMany(60)
  add('order', '99', singleOrder)
  results.set('order', { outcome: 'recorded', order_id: 501 })
  await send()
  expect(sentIds()[0]).toEqual(['order'])
  expect(fakeOutbox.entries).toEqual([])
})

test('a pass ends after its call when the runner waits for a single order', async () => {
  addMany(60)
  expect(await send({ isInterrupted: () => sentIds().length > 0 })).toMatchObject({
    nextAttemptAt: fakeOutbox.clock,
  })
  expect(sentIds()).toHaveLength(1)
  await send()
  expect(fakeOutbox.entries).toEqual([])
})

test('a call becomes smaller on a weak connection, down to one entry', async () => {
  addMany(20, longUpdate(1_000))
  const batchSize = createBatchSize()
  server.answer(WORK_CALL, noNetwork())
  for (let pass = 0; pass < 6; pass++) await send({ batchSize })
  const lengths = sentIds().map(({ length }) => length)
  expect(lengths[0]).toBeGreaterThan(3)
  expect(lengths.at(-1)).toBe(1)
  server.answer(WORK_CALL, answerWork)
  await send({ batchSize })
  expect(fakeOutbox.entries).toEqual([])
})
