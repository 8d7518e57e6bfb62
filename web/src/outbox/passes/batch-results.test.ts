import { beforeEach, expect, test } from 'vitest'
import { add, fakeOutbox, settlementWithPhoto, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { signInRunner } from '../../../test/runner.ts'
import { json, noNetwork, type StandInServer } from '../../../test/stand-in-server.ts'
import {
  answerWork,
  batchDeps,
  idsOf,
  listSentIds,
  notRecorded,
  WORK_CALL,
} from '../../../test/work-calls.ts'
import { attemptTogether } from './batch.ts'
import { createBatchSize, MOST_ENTRIES } from './batch-size.ts'
import { LEASE_MS } from './lease.ts'
import { sendDue, type PassDeps } from './pass.ts'

const send = (changes: Partial<PassDeps> = {}) => sendDue({ ...batchDeps, ...changes })

let server: StandInServer

beforeEach(() => {
  server = startFakeOutbox()
  signInRunner()
  server.answer(WORK_CALL, answerWork)
})

const states = () => fakeOutbox.entries.map(({ state, attempts }) => [state, attempts])
const lease = () => ({ by: 'another tab', until: fakeOutbox.clock + LEASE_MS })

/** Another tab takes the entry, after a pass has listed it. */
function take(id: string): void {
  fakeOutbox.entries = fakeOutbox.entries.map((entry) =>
    entry.id === id ? { ...entry, state: 'sending', lease: lease() } : entry,
  )
}

test('a pass goes on with the photos of a deal only if the deal is still its own after the call', async () => {
  for (const id of ['own', 'taken', 'withdrawn']) add(id, id, settlementWithPhoto(id))
  server.answer(WORK_CALL, (request) => {
    take('taken')
    fakeOutbox.entries = fakeOutbox.entries.filter(({ id }) => id !== 'withdrawn')
    return answerWork(request)
  })
  const sent = await attemptTogether(fakeOutbox.entries, {
    ...batchDeps,
    batchSize: createBatchSize(),
    meanwhile: () => {},
  })
  expect([...(await sent.store())].map(([id, { kind }]) => [id, kind])).toEqual([
    ['own', 'records-sent'],
    ['taken', 'lease-lost'],
    ['withdrawn', 'lease-lost'],
  ])
  expect(fakeOutbox.entries).toMatchObject([
    { id: 'own', state: 'waiting', done: ['record'] },
    { id: 'taken', state: 'sending', done: ['record'], lease: lease() },
  ])
})

test('no call is made when another tab has taken all entries meanwhile', async () => {
  add('a', '7')
  const listed = fakeOutbox.entries
  take('a')
  await send({ listEntries: () => Promise.resolve(listed) })
  expect(server.sent).toEqual([])
  expect(fakeOutbox.entries).toMatchObject([{ state: 'sending', lease: lease() }])
})

test('entries that fill a call exactly are sent in it', async () => {
  for (const id of ['a', 'b', 'c']) add(id, id)
  const half = createBatchSize().bytes() / 2
  await send({ together: { ...batchDeps.together, measure: () => half } })
  expect(listSentIds(server)).toEqual([['a', 'b'], ['c']])
})

test('when an intermediary refuses a call with one entry, the entry is refused without a second call', async () => {
  const tooLarge = json({ error: { code: 'too-large', message: 'Too large.' } }, 413)
  server.answer(WORK_CALL, tooLarge)
  add('a', '7')
  await send()
  expect(server.sent).toHaveLength(1)
  expect(states()).toEqual([['refused', 0]])
})

test('a bug in the sending of a call fails the pass, and no attempt is counted', async () => {
  add('a', '7')
  const together = { ...batchDeps.together, send: () => Promise.reject(new TypeError('a bug')) }
  await expect(send({ together })).rejects.toThrow('a bug')
  expect(states()).toEqual([['sending', 0]])
})

test.each([
  ['recorded deals, but not their photos', () => new Map<string, object>()],
  [
    'refused work',
    (ids: readonly string[]) => new Map(ids.map((id) => [id, notRecorded(409, 'conflict')])),
  ],
])('a pass in which the server has only %s had a network', async (_, resultsOf) => {
  for (let at = 0; at <= MOST_ENTRIES; at++) add(`e${at}`, `${at}`, settlementWithPhoto(`e${at}`))
  server.answer(WORK_CALL, (request) => {
    if (server.calls(WORK_CALL).length > 1) throw noNetwork()
    return answerWork(request, resultsOf(idsOf(request)))
  })
  expect(await send()).toMatchObject({ stoppedBy: 'network', isAnswered: true })
})
