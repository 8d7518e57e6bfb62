import { beforeEach, expect, test } from 'vitest'
import { add, fakeOutbox, settlement, settlementWithPhoto } from '../../../test/fake-outbox.ts'
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
import { ApiFailure } from '../../api/failure.ts'
import { createBatchSize } from './batch-size.ts'
import { LEASE_MS } from './lease.ts'
import { sendDue, type PassDeps } from './pass.ts'

let server: StandInServer
/** The results of entries by id; recorded unless set. */
let results: Map<string, object>

beforeEach(() => {
  results = new Map()
  server = startWorkServer(results)
})

/** Calls of at most two entries. */
const pairs = () => ({ ...createBatchSize(), entries: () => 2 })

test('work that follows a deal without photos, or comes before one with photos, is in the same call', async () => {
  add('deal', '7', settlement('INV-1'))
  add('status', '7')
  add('earlier status', '8')
  add('deal with photo', '8', settlementWithPhoto('INV-2'))
  add('later status', '8')
  await sendDue(batchDeps)
  expect(listSentIds(server)).toEqual([
    ['deal', 'status', 'earlier status', 'deal with photo'],
    ['later status'],
  ])
})

test('no work is sent before earlier work of its customer that waits for the next call', async () => {
  add('deal', '7', settlement('INV-1'))
  add('handover', '7', { kind: 'settlement-delivered', invoiceId: 'INV-1' })
  add('other', '8')
  add('status', '7')
  await sendDue({ ...batchDeps, batchSize: pairs() })
  const sent = listSentIds(server)
  expect(sent[0]).toEqual(['deal', 'other'])
  expect(sent.slice(1).flat()).toEqual(['handover', 'status'])
  expect(fakeOutbox.entries).toEqual([])
})

test('no work is sent before earlier work of its customer that did not fit into the call', async () => {
  add('large', '8')
  add('first', '7')
  add('second', '7')
  // Each of the first two is too large for a call with another one.
  const measure = ({ id }: { readonly id: string }) => (id === 'second' ? 10 : 10 * 1024)
  const together = { ...batchDeps.together, measure }
  await sendDue({ ...batchDeps, batchSize: pairs(), together })
  expect(listSentIds(server)).toEqual([['large'], ['first', 'second']])
})

test.each([
  [
    'that another tab has',
    () => {
      const lease = { by: 'another tab', until: fakeOutbox.clock + LEASE_MS }
      const [first, ...rest] = fakeOutbox.entries
      if (first) fakeOutbox.entries = [{ ...first, state: 'sending', lease }, ...rest]
    },
    [['other'], ['more']],
  ],
  [
    'that failed in the call',
    () => results.set('first', notRecorded(500, 'internal')),
    [['first', 'other'], ['more']],
  ],
])('no work is sent before earlier work of its customer %s', async (_, begin, sent) => {
  add('first', '7')
  add('other', '8')
  add('second', '7')
  add('more', '9')
  const listed = fakeOutbox.entries
  begin()
  const listEntries = () => Promise.resolve(listed)
  await sendDue({ ...batchDeps, batchSize: pairs(), listEntries })
  expect(listSentIds(server)).toEqual(sent)
  expect(fakeOutbox.entries.map(({ id }) => id)).toEqual(['first', 'second'])
})

test('no work is sent before earlier work of its customer that failed in a call of its own', async () => {
  const notFound = json({ error: { code: 'not-found', message: 'Nothing here.' } }, 404)
  server.answer(WORK_CALL, notFound)
  for (const id of [7, 8]) server.answer(`PUT /api/customers/${id}`, json({}, 500))
  add('first', '7')
  add('other', '8')
  add('second', '7')
  await sendDue({ ...batchDeps, batchSize: pairs() })
  expect(listSentIds(server).flat()).not.toContain('second')
  expect(server.calls('PUT /api/customers/7')).toHaveLength(1)
})

test('no work is sent before earlier work of its customer that failed after the call was divided', async () => {
  const page = (status: number) => new Response('<!doctype html>', { status })
  const answers = [page(413), page(502)]
  server.answer(WORK_CALL, (request) => answers.shift() ?? answerWork(request))
  add('first', '7')
  add('second', '7')
  add('other', '8')
  await sendDue(batchDeps)
  expect(listSentIds(server)).toEqual([['first', 'second', 'other'], ['first'], ['other']])
  expect(fakeOutbox.entries).toMatchObject([
    { id: 'first', state: 'waiting', attempts: 1 },
    { id: 'second', state: 'waiting', attempts: 0 },
  ])
})

test('a divided call ends with the network', async () => {
  server.answer(WORK_CALL, (request) => {
    if (idsOf(request).length === 1) throw noNetwork()
    return new Response('<!doctype html>', { status: 413 })
  })
  add('first', '7')
  add('other', '8')
  expect((await sendDue(batchDeps)).stoppedBy).toBe('network')
  expect(listSentIds(server)).toEqual([['first', 'other'], ['first']])
  expect(fakeOutbox.entries.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

test('no later call has work of a customer whose photos are not sent yet', async () => {
  add('deal', '7', settlementWithPhoto('INV-1'))
  add('other', '8')
  add('status', '7')
  add('more', '9')
  await sendDue({ ...batchDeps, batchSize: pairs() })
  expect(listSentIds(server)).toEqual([['deal', 'other'], ['more'], ['status']])
})

test('all records are sent before any photo: also of a delivery, and of a deal that did not fit into the call', async () => {
  const sent: string[] = []
  server.answer(WORK_CALL, (request) => {
    sent.push(...idsOf(request))
    return answerWork(request)
  })
  const nextStep: PassDeps['nextStep'] = (entry) => {
    const step = batchDeps.nextStep(entry)
    return step?.isPhotoStep ? { ...step, run: () => notePhoto(entry.id) } : step
  }
  const notePhoto = (id: string) => {
    sent.push(`photo of ${id}`)
    return Promise.reject(new ApiFailure('bad-reply'))
  }
  add('deal', '7', settlement('INV-1'))
  add('deal with photo', '8', settlementWithPhoto('INV-2'))
  add('large deal', '9', settlementWithPhoto('INV-3'))
  add('handover', '7', { kind: 'settlement-delivered', invoiceId: 'INV-1' })
  const measure = ({ id }: { readonly id: string }) => (id === 'large deal' ? 15 * 1024 : 1024)
  await sendDue({ ...batchDeps, nextStep, together: { ...batchDeps.together, measure } })
  expect(sent).toEqual([
    'deal',
    'deal with photo',
    'large deal',
    'handover',
    'photo of deal with photo',
    'photo of large deal',
  ])
})
