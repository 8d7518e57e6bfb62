import { expect, test } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { rejectedWork } from '../../../test/fake-outbox.ts'
import { randomId } from '../../lib/random-id.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { rebuildEntry } from '../rebuild-entry.ts'
import { describeUnsent } from './unsent.ts'

test('the photos of a deal count as unsent until the server has them', async () => {
  const entry = newEntry(await rebuildEntry(newSettlementDeal()))
  expect(describeUnsent([{ ...entry, done: ['record'] }])).toMatchObject({ deals: 1, photos: 1 })
  const sent = describeUnsent([{ ...entry, done: ['record', 'photos'] }])
  expect(sent).toMatchObject({ deals: 1, photos: 0, items: [{ photos: 0 }] })
})

const newChange = (changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id: randomId(), owner: '9', customerId: '7', createdAt: 1, work: rejectedWork }),
  ...changes,
})
/** @param count of the photos */
const newDeal = (count: number) => {
  const photos = Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    role: 'packet' as const,
  }))
  const settlement = newSettlementDeal().record
  return newChange({ createdAt: 2, work: { kind: 'settlement', settlement, photos } })
}
const delivery = () => newChange({ work: { kind: 'settlement-delivered', invoiceId: 'INV-1' } })

test('a report counts the deals with their photos, and apart from them the other work', () => {
  const entries = [newDeal(2), newChange(), newDeal(1), delivery()]
  expect(describeUnsent(entries)).toMatchObject({
    deals: 2,
    photos: 3,
    others: 2,
    since: '1970-01-01T00:00:00.002Z',
    items: [
      { id: entries[0]!.id, kind: 'deal', customer_id: '7', photos: 2 },
      { kind: 'other', photos: 0, at: '1970-01-01T00:00:00.001Z' },
      { kind: 'deal', photos: 1 },
      { kind: 'other', photos: 0 },
    ],
  })
})

test('a report of a phone without unsent work has no time', () => {
  expect(describeUnsent([])).toEqual({ deals: 0, photos: 0, others: 0, items: [] })
})

const ID = '0b2f6c1e-5d0a-4c7e-9a57-3f1f2f9f7c11'

test.each(['none', `x${ID}`, `${ID}x`, ID.replace('-', '')])(
  'an entry with the id %s counts, but is not named: the server would refuse the report',
  (id) => {
    expect(describeUnsent([newChange({ id })])).toMatchObject({ others: 1, items: [] })
  },
)

test.each([
  ['VC-1_a', 'VC-1_a'],
  ['7'.repeat(100), '7'.repeat(100)],
  ['7'.repeat(101), ''],
  ['7 8', ''],
  [' 7', ''],
  ['', ''],
])('the customer %j is reported as %j', (customerId, reported) => {
  expect(describeUnsent([newChange({ customerId })]).items).toMatchObject([
    { customer_id: reported },
  ])
})

test.each([
  [-1, '1970-01-01T00:00:00.000Z'],
  [Number.MAX_SAFE_INTEGER, '9999-12-31T23:59:59.999Z'],
])('the time %i of a wrong clock is reported as %s', (createdAt, at) => {
  expect(describeUnsent([newChange({ createdAt })])).toMatchObject({ since: at, items: [{ at }] })
})
