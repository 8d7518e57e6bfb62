import { beforeEach, expect, test } from 'vitest'
import { json, type StandInServer } from '../../../test/stand-in-server.ts'
import {
  add,
  deps,
  fakeOutbox,
  settlement,
  singleOrder,
  startFakeOutbox,
} from '../../../test/fake-outbox.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import { sendDue } from './pass.ts'
import { LONGEST_WAIT_MS } from './retry-policy.ts'

let server: StandInServer

beforeEach(() => {
  server = startFakeOutbox()
})

const refusal = { error: { code: 'rate-limited', message: 'Too many calls' } }

/** An answer that asks to wait so many seconds. */
const waitFor = (seconds: number | string, status = 429, body: unknown = refusal) => {
  const answer = json(body, status)
  answer.headers.set('retry-after', String(seconds))
  return answer
}

test.each([429, 503])(
  'after a %i nothing is sent before Retry-After, whatever wakes it [R-7.034]',
  async (status) => {
    server.answer('PUT /api/customers/7', waitFor(40, status))
    add('a', '7')
    add('b', '8')
    const { nextAttemptAt } = await sendDue(deps)
    expect(nextAttemptAt).toBe(fakeOutbox.clock + 40_000)
    expect(server.sent.map(({ key }) => key)).toEqual(['a:customer'])
    server.answer('PUT /api/customers/7', json({ id: 7 }))
    server.answer('PUT /api/customers/8', json({ id: 8 }))
    fakeOutbox.clock += 39_999
    await sendDue({ ...deps, isWoken: true })
    expect(server.sent).toHaveLength(1)
    fakeOutbox.clock += 1
    await sendDue(deps)
    expect(fakeOutbox.entries).toEqual([])
  },
)

test.each([
  ['a plain portal', 'PUT /api/customers/7', signInAtPlainPortal],
  ['our server', 'POST /api/work', signInRunner],
])(
  'an answer of a proxy of %s, without our error body, counts as well',
  async (_, call, signIn) => {
    signIn()
    server.answer(call, waitFor(30, 429, 'slow down'))
    add('a', '7')
    expect((await sendDue(deps)).nextAttemptAt).toBe(fakeOutbox.clock + 30_000)
  },
)

test('the longest wait is five minutes', async () => {
  server.answer('PUT /api/customers/7', waitFor(86_400))
  add('a', '7')
  expect((await sendDue(deps)).nextAttemptAt).toBe(fakeOutbox.clock + LONGEST_WAIT_MS)
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  fakeOutbox.clock += LONGEST_WAIT_MS
  await sendDue(deps)
  expect(fakeOutbox.entries).toEqual([])
})

test('a wait is over when the clock of the phone was set back meanwhile', async () => {
  server.answer('PUT /api/customers/7', waitFor(40))
  add('a', '7')
  await sendDue(deps)
  fakeOutbox.clock -= 365 * 86_400_000
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  await sendDue(deps)
  expect(fakeOutbox.entries).toEqual([])
})

test.each(['soon', '', '-5', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
  'a Retry-After of "%s" is ignored',
  async (text) => {
    server.answer('PUT /api/customers/7', waitFor(text))
    add('a', '7')
    expect((await sendDue(deps)).nextAttemptAt).toBe(fakeOutbox.clock + 1_000)
  },
)

test('no entry is lost or refused, however often the server asks to wait [R-7.034]', async () => {
  server.answer('PUT /api/customers/7', waitFor(60))
  add('a', '7')
  for (let round = 0; round < 50; round++) {
    await sendDue(deps)
    fakeOutbox.clock += LONGEST_WAIT_MS
  }
  expect(fakeOutbox.entries.map(({ state }) => state)).toEqual(['waiting'])
  expect(server.sent).toHaveLength(50)
})

test('a limit of photos delays no record, and no other photo is sent meanwhile', async () => {
  server.answer('PUT /api/orders/9', waitFor(50))
  server.answer('PUT /api/customers/8', json({ id: 8 }))
  const { entries } = fakeOutbox
  expect(entries).toEqual([])
  add('photos', '7', settlement('INV-1'))
  fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({
    ...entry,
    done: ['record'],
    notBefore: fakeOutbox.clock + 50_000,
  }))
  add('record', '8')
  add('more photos', '9', settlement('INV-2'))
  fakeOutbox.entries = fakeOutbox.entries.map((entry) =>
    entry.id === 'more photos' ? { ...entry, done: ['record'] } : entry,
  )
  await sendDue({ ...deps, isWoken: true })
  expect(server.sent.map(({ key }) => key)).toEqual(['record:customer'])
  expect(fakeOutbox.entries.map(({ id }) => id)).toEqual(['photos', 'more photos'])
})

/** A payment whose records the server has. Its next call has the addresses of its photos. */
function addPaid(id: string, done: readonly string[]): void {
  add(id, '9', {
    kind: 'cash-payment',
    order: { customer_id: 9, product_id: 'handbag', quantity: 1, payment_method: 'upi' },
    delivered: { status: 'delivered', hair_photo_url: 'https://images.example/old.jpg' },
    payment: { invoice_id: 'CASH-1' } as never,
    photos: [],
  })
  const change = { orderId: '501', done: ['order', 'delivered', 'record', ...done] }
  fakeOutbox.entries = fakeOutbox.entries.map((entry) =>
    entry.id === id ? { ...entry, ...change } : entry,
  )
}

test.each([
  ['after a pass that has uploaded the photos', ['photos']],
  ['directly after the upload of the photos', []],
])(
  'the addresses of photos wait as long as the server has asked a record to wait: %s [R-7.034]',
  async (_, done) => {
    server.answer('PUT /api/customers/7', waitFor(40))
    server.answer('PUT /api/orders/501', json({ id: 501 }))
    add('a', '7')
    addPaid('paid', done)
    await sendDue(deps)
    const woken = await sendDue({ ...deps, isWoken: true })
    expect(server.sent.map(({ key }) => key)).toEqual(['a:customer'])
    expect(woken.nextAttemptAt).toBe(fakeOutbox.clock + 40_000)
    server.answer('PUT /api/customers/7', json({ id: 7 }))
    fakeOutbox.clock += 40_000
    await sendDue(deps)
    expect(server.calls('PUT /api/orders/501')).toHaveLength(1)
  },
)

test('records wait as long as the server has asked the addresses of photos to wait [R-7.034]', async () => {
  server.answer('PUT /api/orders/501', waitFor(40))
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  addPaid('paid', ['photos'])
  await sendDue(deps)
  add('a', '7')
  await sendDue({ ...deps, isWoken: true })
  expect(server.calls('PUT /api/customers/7')).toEqual([])
  fakeOutbox.clock += 40_000
  await sendDue(deps)
  expect(server.calls('PUT /api/customers/7')).toHaveLength(1)
})

test('a single order, for which the runner waits, is sent all the same', async () => {
  server.answer('PUT /api/customers/7', waitFor(40))
  server.answer('POST /api/orders', waitFor(40))
  add('a', '7')
  add('order', '26', singleOrder)
  await sendDue(deps)
  expect(server.calls('POST /api/orders')).toHaveLength(1)
  // The screen shows that it failed, and the next press sends it again.
  expect(fakeOutbox.entries.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'waiting'],
    ['order', 'held'],
  ])
})

test('other work waits as long as the server has asked a single order to wait [R-7.034]', async () => {
  server.answer('POST /api/orders', waitFor(40))
  server.answer('PUT /api/customers/7', json({ id: 7 }))
  add('a', '7')
  add('order', '26', singleOrder)
  await sendDue(deps)
  fakeOutbox.clock += 39_000
  await sendDue({ ...deps, isWoken: true })
  expect(server.calls('PUT /api/customers/7')).toEqual([])
  fakeOutbox.clock += 1_000
  await sendDue(deps)
  expect(server.calls('PUT /api/customers/7')).toHaveLength(1)
})

test('a deal that is too large for the server is refused once and stays for the office', async () => {
  signInRunner()
  const tooLarge = json({ error: { code: 'too-large', message: 'Request body is too large' } }, 413)
  server.answer('POST /api/work', tooLarge)
  add('a', '7', settlement('INV-1'))
  for (let pass = 0; pass < 3; pass++) await sendDue({ ...deps, isWoken: true })
  expect(server.sent).toHaveLength(1)
  expect(fakeOutbox.entries.map(({ state, refusal }) => [state, refusal])).toEqual([
    ['refused', { status: 413, code: 'too-large' }],
  ])
})
