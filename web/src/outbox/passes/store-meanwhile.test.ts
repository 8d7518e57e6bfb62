import type { SentWork } from '@veni/domain/api/work'
import { beforeEach, expect, test } from 'vitest'
import { add, deps, fakeOutbox, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { signInRunner } from '../../../test/runner.ts'
import { json, type SentRequest, type StandInServer } from '../../../test/stand-in-server.ts'
import { wait } from '../../lib/wait.ts'
import { phoneDeps } from '../phone-deps.ts'
import { attemptTogether } from './batch.ts'
import { sendDue, type PassDeps } from './pass.ts'

const CALL = 'POST /api/work'
const FIRST = 'e0'
const batchDeps: PassDeps = { ...deps, attemptTogether, together: phoneDeps.transport.together }

let server: StandInServer
let onCall: (ids: readonly string[]) => void
/** The entry that the server does not record. */
let failing: string | undefined

beforeEach(() => {
  server = startFakeOutbox()
  signInRunner()
  onCall = () => {}
  failing = undefined
  server.answer(CALL, (request) => {
    const ids = idsOf(request)
    onCall(ids)
    return json({ results: ids.map((id) => (id === failing ? failed : { outcome: 'recorded' })) })
  })
  // Two calls: the second one has the last ten.
  for (let at = 0; at < 60; at++) add(`e${at}`, `${at}`)
})

const failed = {
  outcome: 'not-recorded',
  status: 500,
  error: { code: 'internal', message: 'No.' },
}
const idsOf = ({ body }: SentRequest) =>
  (body as { items: readonly SentWork[] }).items.map(({ id }) => id)

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
  failing = FIRST
  const steps: string[] = []
  onCall = (ids) => void steps.push(`call of ${ids.length}`)
  const markReceived: PassDeps['markReceived'] = async (received) => {
    await wait(20)
    await deps.markReceived(received)
    steps.push(`stored ${received.length}`)
  }
  await sendDue({ ...batchDeps, markReceived })
  expect(steps).toEqual(['call of 50', 'stored 49', 'call of 10', 'stored 10'])
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
  expect(server.calls(CALL).map((call) => idsOf(call).length)).toEqual([50, 10, 50, 10])
})
