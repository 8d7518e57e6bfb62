import { beforeEach, expect, test } from 'vitest'
import { add, deps, fakeOutbox, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { signInRunner } from '../../../test/runner.ts'
import type { StandInServer } from '../../../test/stand-in-server.ts'
import {
  answerWork,
  batchDeps,
  idsOf,
  listSentIds,
  notRecorded,
  WORK_CALL,
} from '../../../test/work-calls.ts'
import { sendDue, type PassDeps } from './pass.ts'

const FIRST = 'e0'

let server: StandInServer
let onCall: (ids: readonly string[]) => void
/** The results of entries by id; recorded unless set. */
let results: Map<string, object>

beforeEach(() => {
  server = startFakeOutbox()
  signInRunner()
  onCall = () => {}
  results = new Map()
  server.answer(WORK_CALL, (request) => {
    onCall(idsOf(request))
    return answerWork(request, results)
  })
  // Two calls: the second one has the last ten.
  for (let at = 0; at < 60; at++) add(`e${at}`, `${at}`)
})

test('the entries of a call are stored as received while the next call is on its way', async () => {
  const nextCall = new Promise<void>((resolve) => {
    onCall = (ids) => ids.includes(FIRST) || resolve()
  })
  const markReceived: PassDeps['markReceived'] = async (received) => {
    await nextCall
    await deps.markReceived(received)
  }
  await sendDue({ ...batchDeps, markReceived })
  expect(fakeOutbox.entries).toEqual([])
  expect(fakeOutbox.outcomes).toHaveLength(60)
})

test('a call with a failed entry is stored before the next call', async () => {
  results.set(FIRST, notRecorded(500, 'internal'))
  const steps: string[] = []
  onCall = (ids) => void steps.push(`call of ${ids.length}`)
  const changeEntries: PassDeps['changeEntries'] = (ids, change, options) => {
    if (options?.isLease) steps.push(`taken ${ids.length}`)
    return deps.changeEntries(ids, change, options)
  }
  const markReceived: PassDeps['markReceived'] = async (received) => {
    await deps.markReceived(received)
    steps.push(`stored ${received.length}`)
  }
  await sendDue({ ...batchDeps, changeEntries, markReceived })
  expect(steps).toEqual([
    'taken 50',
    'call of 50',
    'stored 49',
    'taken 10',
    'call of 10',
    'stored 10',
  ])
})

test('the pass fails when a call cannot be stored, and the next pass sends again what was not stored', async () => {
  const markReceived: PassDeps['markReceived'] = (received) =>
    received.some(({ id }) => id === FIRST)
      ? Promise.reject(new Error('The phone is full'))
      : deps.markReceived(received)
  await expect(sendDue({ ...batchDeps, markReceived })).rejects.toThrow('The phone is full')
  expect(fakeOutbox.entries).toHaveLength(60)
  await sendDue(batchDeps)
  expect(fakeOutbox.entries).toEqual([])
  expect(listSentIds(server).map(({ length }) => length)).toEqual([50, 10, 50, 10])
})
