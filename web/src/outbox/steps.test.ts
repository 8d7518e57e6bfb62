import { beforeEach, expect, test } from 'vitest'
import { keepPacketPhoto } from '../../test/deal-desk.ts'
import { json, startPortalStub, type PortalStub } from '../../test/portal-stub.ts'
import { signInRunner } from '../../test/runner.ts'
import { randomId } from '../lib/random-id.ts'
import { owner } from '../state/session.ts'
import { newEntry, type Work, type WorkOf } from './entry.ts'
import { nextStep } from './steps.ts'

let portal: PortalStub

beforeEach(() => {
  signInRunner()
  portal = startPortalStub()
})

// What is in a record is checked where it is made; here only how it goes out.
const works: Record<Work['kind'], (photoId: string) => Work> = {
  'customer-update': () => ({ kind: 'customer-update', body: { status: 'rejected' } }),
  'single-order': () => ({
    kind: 'single-order',
    order: { customer_id: 26, product_id: 'handbag', quantity: 1, payment_method: 'hair' },
    delivered: { status: 'delivered' },
    customer: { status: 'delivered' },
  }),
  'cash-payment': (id) => ({
    kind: 'cash-payment',
    order: { customer_id: 26, product_id: 'handbag', quantity: 1, payment_method: 'upi' },
    delivered: { status: 'delivered' },
    payment: { invoice_id: 'CASH-1' } as WorkOf<'cash-payment'>['payment'],
    photos: [{ id, role: 'packet' }],
  }),
  settlement: (id) => ({
    kind: 'settlement',
    settlement: { invoice_id: 'INV-1' } as WorkOf<'settlement'>['settlement'],
    photos: [{ id, role: 'packet' }],
  }),
  'settlement-delivered': () => ({ kind: 'settlement-delivered', invoiceId: 'INV-1' }),
}

async function newWork(kind: Work['kind']) {
  const { id } = await keepPacketPhoto(randomId())
  const work = works[kind](id)
  return newEntry({ id: randomId(), owner: owner(), customerId: '26', createdAt: 1, work })
}

/** Every call fails once and is then answered, as on a link that comes and goes. */
function failEachCallOnce(calls: readonly string[]) {
  const tried = new Set<string>()
  for (const call of calls)
    portal.answer(call, () => {
      if (!tried.has(call)) {
        tried.add(call)
        return json({}, 500)
      }
      tried.delete(call)
      return json({ order_id: 501, success: true, data: { url: 'https://images.example/1.jpg' } })
    })
}

test.each([
  ['customer-update', ['PUT /api/customers/26']],
  ['single-order', ['POST /api/orders', 'PUT /api/orders/501', 'PUT /api/customers/26']],
  [
    'cash-payment',
    [
      'POST /api/orders',
      'PUT /api/orders/501',
      'POST /api/cash-payments',
      'POST /api/images',
      // Now it can say where the photo is.
      'PUT /api/orders/501',
    ],
  ],
  ['settlement', ['POST /api/settlements', 'POST /api/images']],
  ['settlement-delivered', ['PUT /api/settlements/INV-1']],
] as const)(
  'every write of a %s has an Idempotency-Key, the same for every attempt [R-3.059]',
  async (kind, writes) => {
    failEachCallOnce(writes)
    let entry = await newWork(kind)
    for (let step = nextStep(entry); step; step = nextStep(entry)) {
      const { name, run } = step
      await run().catch(() => undefined)
      entry = { ...entry, ...(await run()), done: [...entry.done, name] }
    }
    const sent = portal.sent.map(({ method, path }) => `${method} ${path}`)
    expect(sent).toEqual(writes.flatMap((call) => [call, call]))
    const keys = portal.sent.map(({ key }) => key)
    expect(keys).not.toContain(null)
    expect(keys.filter((_, at) => at % 2 === 0)).toEqual(keys.filter((_, at) => at % 2 === 1))
    expect(new Set(keys).size).toBe(writes.length)
  },
)

test.each([404, 405, 501])(
  'a portal that answers %i to a record leaves it and its photo on the phone [R-7.028]',
  async (status) => {
    portal.answer('POST /api/settlements', new Response('', { status }))
    portal.answer('POST /api/images', new Response('', { status }))
    const entry = await newWork('settlement')
    expect(await nextStep(entry)?.run()).toEqual({ staysHere: true })
    await nextStep({ ...entry, done: ['record'] })?.run()
    expect(portal.sent).toHaveLength(2)
  },
)
