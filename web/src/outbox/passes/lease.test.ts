import { beforeEach, expect, test } from 'vitest'
import { json, type StandInServer } from '../../../test/stand-in-server.ts'
import { add, deps, fakeOutbox, singleOrder, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { LEASE_MS } from './lease.ts'
import { sendDue } from './pass.ts'

let server: StandInServer

beforeEach(() => {
  server = startFakeOutbox()
})

test('an entry leased by another tab, and later work of its customer, wait until the lease has expired', async () => {
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  add('a', '7')
  add('b', '7')
  const lease = { by: 'another tab', until: fakeOutbox.clock + LEASE_MS }
  fakeOutbox.entries = fakeOutbox.entries.map((entry) =>
    entry.id === 'a' ? { ...entry, state: 'sending', lease } : entry,
  )
  expect(await sendDue(deps)).toMatchObject({ nextAttemptAt: lease.until, stoppedBy: undefined })
  expect(server.sent).toEqual([])
  fakeOutbox.clock = lease.until
  await sendDue(deps)
  expect(server.sent.map(({ key }) => key)).toEqual(['a:customer', 'b:customer'])
})

test.each([
  ['a reloaded tab takes its own leased entry again', { by: 'this tab', until: 91_000 }, {}],
  [
    'a lease found under the lock of all senders belongs to a dead sender',
    undefined,
    { isOnly: true },
  ],
  ['no lease lasts for hours after the clock was set back', { by: 'x', until: 3_600_000 }, {}],
])('%s', async (_case, lease = { by: 'x', until: 91_000 }, changes = {}) => {
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  add('a', '7')
  fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({ ...entry, state: 'sending', lease }))
  await sendDue({ ...deps, ...changes })
  expect(fakeOutbox.entries).toEqual([])
})

test('no entry waits longer after the clock was set back', async () => {
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  add('a', '7')
  fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({
    ...entry,
    nextAttemptAt: fakeOutbox.clock + 3_600_000,
  }))
  await sendDue(deps)
  expect(fakeOutbox.entries).toEqual([])
})

test('an order that a dead tab may have sent is held until the runner presses again', async () => {
  server.answer('POST /api/orders', json({ order_id: 501 }))
  add('a', '26', singleOrder)
  fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({
    ...entry,
    state: 'sending',
    lease: { by: 'x', until: 1 },
  }))
  await sendDue(deps)
  expect(fakeOutbox.entries).toMatchObject([{ state: 'held' }])
  expect(fakeOutbox.outcomes.map(({ kind }) => kind)).toEqual(['held'])
  expect(server.sent).toEqual([])
})

test('an entry that is being sent has a lease longer than any call, renewed for each call', async () => {
  const leases: unknown[] = []
  const note = (answer: unknown) => () => {
    leases.push(fakeOutbox.entries.map(({ state, lease }) => [state, lease]))
    fakeOutbox.clock += 10_000
    return json(answer)
  }
  server.answer('POST /api/orders', note({ order_id: 501 }))
  server.answer('PUT /api/orders/501', note({}))
  server.answer('PUT /api/customers/26', note({}))
  add('a', '26', singleOrder)
  await sendDue(deps)
  const leased = (until: number) => [['sending', { by: 'this tab', until }]]
  expect(leases).toEqual([leased(91_000), leased(101_000), leased(111_000)])
})

test('a sender that lost its lease sends nothing more, but stores the acknowledged step', async () => {
  server.answer('POST /api/orders', () => {
    const lease = { by: 'another tab', until: fakeOutbox.clock + LEASE_MS }
    fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({ ...entry, lease }))
    return json({ order_id: 501 })
  })
  add('a', '26', singleOrder)
  await sendDue(deps)
  expect(server.sent).toHaveLength(1)
  expect(fakeOutbox.entries).toMatchObject([
    { orderId: '501', done: ['order'], lease: { by: 'another tab' } },
  ])
})

test('an entry withdrawn while it is sent does not come back', async () => {
  server.answer('PUT /api/customers/7', () => {
    fakeOutbox.entries = []
    return json({}, 500)
  })
  add('a', '7')
  await sendDue(deps)
  expect(fakeOutbox.entries).toEqual([])
})
