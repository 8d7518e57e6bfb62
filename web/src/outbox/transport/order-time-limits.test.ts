import { nextStepOf } from '../../../test/make-step.ts'
import type { Work } from '@veni/domain/work'
import { beforeEach, expect, test, vi } from 'vitest'
import { silence, watchGivenUpCalls, type GivenUpCall } from '../../../test/given-up-calls.ts'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { pass, standing, stopClock } from '../../../test/stopped-clock.ts'
import { signInAtPlainPortal } from '../../../test/runner.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'

const singleOrder: Work = {
  kind: 'single-order',
  order: { customer_id: 26, product_id: 'handbag', quantity: 1, payment_method: 'hair' },
  delivered: { status: 'delivered' },
  customer: { status: 'delivered' },
}

let server: StandInServer
let givenUp: GivenUpCall[]

beforeEach(() => {
  signInAtPlainPortal()
  stopClock()
  server = startStandInServer()
  givenUp = watchGivenUpCalls()
})

const entryOf = (changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id: 'a', owner: '9000000001', customerId: '26', createdAt: 1, work: singleOrder }),
  ...changes,
})

/** Runs the step that is due. @returns how it ended */
function runStep(entry: OutboxEntry) {
  const ended = vi.fn<(how: unknown) => void>()
  nextStepOf(entry)?.().then(ended, ended)
  return ended
}

const AS_JSON = { headers: { 'content-type': 'application/json' } }

test.each([
  ['POST /api/orders', 15_000, entryOf()],
  ['PUT /api/orders/501', 10_000, entryOf({ orderId: '501', done: ['order'] })],
])(
  '%s is sent as JSON and times out after %i ms, not earlier [R-7.013, R-7.015]',
  async (call, limitMs, entry) => {
    server.answer(call, silence)
    const fetched = vi.spyOn(window, 'fetch')
    const ended = runStep(entry)
    await pass(limitMs - 1)
    expect(server.calls(call)).toHaveLength(1)
    expect(fetched.mock.calls[0]?.[1]).toMatchObject(AS_JSON)
    expect([givenUp, ended.mock.calls]).toEqual([[], []])
    await pass(1)
    expect(givenUp).toEqual([{ call, afterMs: limitMs }])
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ kind: 'timeout' }))
  },
)

test('an order counts when its reply arrives just before the time limit [R-7.013]', async () => {
  server.answer('POST /api/orders', async () => {
    await new Promise((resolve) => setTimeout(resolve, 14_999))
    return json({ order_id: 501 })
  })
  const ended = runStep(entryOf())
  await pass(14_999)
  await expect.poll(() => ended.mock.calls, standing).toHaveLength(1)
  expect(ended).toHaveBeenCalledWith({
    kind: 'acknowledged',
    learned: { orderId: '501' },
    done: ['order'],
  })
})
