import { beforeEach, expect, test } from 'vitest'
import { json, noNetwork, type StandInServer } from '../../../test/stand-in-server.ts'
import { add, deps, fakeOutbox, singleOrder, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { sendDue } from './pass.ts'

let server: StandInServer

beforeEach(() => {
  server = startFakeOutbox()
})

test('a received entry leaves the outbox', async () => {
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  add('a', '7')
  expect(await sendDue(deps)).toMatchObject({ isAnswered: true })
  expect(fakeOutbox.entries).toEqual([])
  expect(server.calls('PUT /api/customers/7')[0]?.key).toBe('a:customer')
})

test('without network each entry stays in the outbox and no attempt is counted', async () => {
  server.answer('PUT /api/customers/7', noNetwork())
  add('a', '7')
  add('b', '8')
  const result = await sendDue(deps)
  expect(result).toMatchObject({ stoppedBy: 'network', isAnswered: false })
  expect(fakeOutbox.entries.map(({ attempts, state }) => [attempts, state])).toEqual([
    [0, 'waiting'],
    [0, 'waiting'],
  ])
  // The pass does not try the next entry on a connection that has just failed.
  expect(server.sent).toHaveLength(1)
})

test("a failed entry is sent again later, and other customers' entries are sent meanwhile", async () => {
  server.answer('PUT /api/customers/7', json({}, 500))
  server.answer('PUT /api/customers/8', json({ id: 8 }))
  add('a', '7')
  add('b', '8')
  const result = await sendDue(deps)
  expect(
    fakeOutbox.entries.map(({ id, attempts, nextAttemptAt }) => [id, attempts, nextAttemptAt]),
  ).toEqual([['a', 1, fakeOutbox.clock + 1_000]])
  expect(result.nextAttemptAt).toBe(fakeOutbox.clock + 1_000)
  await sendDue(deps)
  expect(server.calls('PUT /api/customers/7')).toHaveLength(1)
  fakeOutbox.clock += 1_000
  await sendDue(deps)
  expect(server.calls('PUT /api/customers/7').map(({ key }) => key)).toEqual([
    'a:customer',
    'a:customer',
  ])
})

test('an entry that fails after the network is back waits for its next attempt as usual', async () => {
  server.answer('PUT /api/customers/7', json({}, 500))
  add('a', '7')
  const { nextAttemptAt } = await sendDue({ ...deps, isWoken: true })
  expect(nextAttemptAt).toBe(fakeOutbox.clock + 1_000)
})

test("later work for a customer waits for the customer's earlier work", async () => {
  server.answer('PUT /api/customers/7', json({}, 503))
  add('first', '7')
  add('second', '7')
  await sendDue(deps)
  expect(server.sent.map(({ key }) => key)).toEqual(['first:customer'])
})

test('a refused entry stays in the outbox and does not block later work, even of its own customer', async () => {
  server.answer('PUT /api/customers/7', ({ key }) =>
    key === 'first:customer'
      ? json({ error: { code: 'conflict', message: 'no' } }, 409)
      : json({ id: 7 }),
  )
  add('first', '7')
  add('second', '7')
  await sendDue(deps)
  expect(fakeOutbox.entries.map(({ id, state, refusal }) => [id, state, refusal])).toEqual([
    ['first', 'refused', { status: 409, code: 'conflict' }],
  ])
})

test('an entry whose request is already in progress is sent again, not refused', async () => {
  server.answer(
    'PUT /api/customers/7',
    json({ error: { code: 'in-progress', message: 'wait' } }, 409),
  )
  add('a', '7')
  await sendDue(deps)
  expect(fakeOutbox.entries[0]?.state).toBe('waiting')
})

test('a lost session stops the pass and loses no entry [R-2.012]', async () => {
  server.answer('PUT /api/customers/7', json({}, 401))
  add('a', '7')
  add('b', '8')
  const result = await sendDue(deps)
  expect(result.stoppedBy).toBe('signed-out')
  expect(fakeOutbox.entries.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['needs-sign-in', 0],
    ['needs-sign-in', 0],
  ])
  expect(server.sent).toHaveLength(1)
})

test('after the sign-in all entries are sent as before', async () => {
  server.answer('PUT /api/customers/7', json({}, 500))
  server.answer('PUT /api/customers/8', json({}, 401))
  add('a', '7')
  add('b', '8')
  add('c', '7')
  await sendDue(deps)
  expect(fakeOutbox.entries.map(({ state }) => state)).toEqual([
    'waiting',
    'needs-sign-in',
    'needs-sign-in',
  ])
  server.answer('PUT /api/customers/8', json({ id: 8 }))
  await sendDue(deps)
  // The first entry is not due yet. Later work of its customer waits for it.
  expect(fakeOutbox.entries.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'waiting'],
    ['c', 'waiting'],
  ])
})

test.each([
  ["a captive portal's page", new Response('<html>Sign in to WiFi</html>')],
  ['JSON cut in half', new Response('{"id": 7')],
  ['a refusal', json({ error: { code: 'conflict', message: 'no' } })],
])('%s with status 200 does not count as received [R-7.027]', async (_, answer) => {
  server.answer('PUT /api/customers/7', answer)
  add('a', '7')
  await sendDue(deps)
  expect(fakeOutbox.entries).toHaveLength(1)
})

test('an order whose reply has no order id does not count as made [R-7.027]', async () => {
  server.answer('POST /api/orders', json({ success: true }))
  add('a', '26', singleOrder)
  await sendDue(deps)
  expect(fakeOutbox.entries).toMatchObject([{ state: 'held', done: [] }])
})

test('an interrupted entry continues at the failed step, with the order it already has', async () => {
  server.answer('POST /api/orders', json({ order_id: 501 }))
  server.answer('PUT /api/orders/501', json({}, 500))
  server.answer('PUT /api/customers/26', json({ id: 26 }))
  add('a', '26', singleOrder)
  await sendDue(deps)
  expect(fakeOutbox.entries[0]).toMatchObject({ orderId: '501', done: ['order'], state: 'waiting' })
  server.answer('PUT /api/orders/501', json({ id: 501 }))
  fakeOutbox.clock += 1_000
  await sendDue(deps)
  expect(fakeOutbox.entries).toEqual([])
  expect(server.calls('POST /api/orders')).toHaveLength(1)
  expect(server.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/orders',
    'PUT /api/orders/501',
    'PUT /api/orders/501',
    'PUT /api/customers/26',
  ])
})

test('a single order that was not made is held until the runner presses again', async () => {
  server.answer('POST /api/orders', json({}, 500))
  add('a', '26', singleOrder)
  await sendDue(deps)
  expect(fakeOutbox.entries[0]?.state).toBe('held')
  fakeOutbox.clock += 600_000
  await sendDue(deps)
  expect(server.calls('POST /api/orders')).toHaveLength(1)
  expect(fakeOutbox.outcomes[0]?.kind).toBe('failed')
})

test.each([
  ['without network', noNetwork(), 'network'],
  ['after an earlier failure of the same customer', json({}, 500), undefined],
] as const)(
  'a single order that is not attempted %s is held, and its outcome is published',
  async (_case, answer, stoppedBy) => {
    server.answer('PUT /api/customers/26', answer)
    add('earlier', '26')
    add('order', '26', singleOrder)
    expect((await sendDue(deps)).stoppedBy).toBe(stoppedBy)
    expect(fakeOutbox.outcomes.map(({ kind, entry }) => [entry.id, kind])).toEqual([
      ['earlier', 'failed'],
      ['order', 'held'],
    ])
    expect(fakeOutbox.entries.map(({ state }) => state)).toEqual(['waiting', 'held'])
    expect(server.calls('POST /api/orders')).toEqual([])
  },
)

test('no step is sent while another runner is signed in, even in the middle of an entry', async () => {
  server.answer('POST /api/orders', () => {
    fakeOutbox.signedIn = '9000000002'
    return json({ order_id: 501 })
  })
  add('a', '26', singleOrder)
  add('b', '8')
  await sendDue(deps)
  expect(server.sent.map(({ key }) => key)).toEqual(['a:order'])
  expect(fakeOutbox.entries.map(({ id, done, state }) => [id, done, state])).toEqual([
    ['a', ['order'], 'waiting'],
    ['b', [], 'waiting'],
  ])
})

test('a refused entry is stored with the names of the wrong fields', async () => {
  const fields = [{ path: 'hair_lines.0.value', reason: 'too much' }]
  server.answer(
    'PUT /api/customers/7',
    json({ error: { code: 'bad-request', message: 'no', fields } }, 400),
  )
  add('a', '7')
  await sendDue(deps)
  expect(fakeOutbox.entries[0]?.refusal).toEqual({
    status: 400,
    code: 'bad-request',
    fields: ['hair_lines.0.value'],
  })
})
