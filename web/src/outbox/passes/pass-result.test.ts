import { beforeEach, expect, test } from 'vitest'
import { add, deps, fakeOutbox, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { json, type StandInServer } from '../../../test/stand-in-server.ts'
import type { NextStep } from '../deps.ts'
import { sendDue } from './pass.ts'

let server: StandInServer

beforeEach(() => {
  server = startFakeOutbox()
})

/** Sends entries whose only step is this one. */
const sendStep = (run: NextStep['run']) =>
  sendDue({ ...deps, nextStep: ({ done }) => (done.length > 0 ? undefined : { run }) })

test.each([
  ['the first', [0, 4]],
  ['the last', [4, 0]],
])('the next pass is due with %s of the failed entries', async (_, earlierFailures) => {
  for (const [at, attempts] of earlierFailures.entries()) {
    server.answer(`PUT /api/customers/${at}`, json({}, 500))
    add(`e${at}`, `${at}`)
    fakeOutbox.entries = fakeOutbox.entries.map((entry) =>
      entry.id === `e${at}` ? { ...entry, attempts } : entry,
    )
  }
  expect((await sendDue(deps)).nextAttemptAt).toBe(fakeOutbox.clock + 1_000)
  expect(server.sent).toHaveLength(2)
})

test('a bug in a step fails the pass, and no attempt is counted', async () => {
  add('a', '7')
  await expect(sendStep(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  expect(fakeOutbox.entries).toMatchObject([{ attempts: 0 }])
})

test('a step makes no call for a runner who signs out while it reads', async () => {
  const calls: string[] = []
  add('a', '7')
  await sendStep(async ({ id }, { requireOwner }) => {
    await Promise.resolve()
    fakeOutbox.signedIn = '9000000002'
    requireOwner()
    calls.push(id)
    return { kind: 'acknowledged', learned: {}, done: ['customer'] }
  })
  expect(calls).toEqual([])
  expect(fakeOutbox.entries).toMatchObject([{ state: 'waiting', attempts: 0, done: [] }])
})

test('an entry that another tab takes while its runner signs out stays with that tab', async () => {
  const lease = { by: 'another tab', until: fakeOutbox.clock + 90_000 }
  add('a', '7')
  await sendStep((_, { requireOwner }) => {
    fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({ ...entry, lease }))
    fakeOutbox.signedIn = '9000000002'
    requireOwner()
    return Promise.resolve({ kind: 'acknowledged', learned: {}, done: ['customer'] })
  })
  expect(fakeOutbox.entries).toMatchObject([{ state: 'sending', lease }])
})

test('a step of several calls has the lease for each, and ends when another sender takes it', async () => {
  const renewed: boolean[] = []
  add('a', '7')
  const { nextAttemptAt } = await sendStep(async (_, { renewLease }) => {
    fakeOutbox.clock += 60_000
    renewed.push(await renewLease())
    expect(fakeOutbox.entries).toMatchObject([{ lease: { until: fakeOutbox.clock + 90_000 } }])
    const lease = { by: 'another tab', until: fakeOutbox.clock + 90_000 }
    fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({ ...entry, lease }))
    renewed.push(await renewLease())
    return { kind: 'lease-lost' }
  })
  expect(renewed).toEqual([true, false])
  expect(nextAttemptAt).toBe(fakeOutbox.clock)
  expect(fakeOutbox.entries).toMatchObject([{ state: 'sending', lease: { by: 'another tab' } }])
})
