import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { newEntry } from '../../outbox/entry.ts'
import { hasRecordStep, isDealEntry, outbox, outboxEntrySchema } from './outbox.ts'

const { record: settlement } = newSettlementDeal()
const photos = [{ id: 'v1.packet.1', role: 'packet' as const }]
const work = { kind: 'settlement', settlement, photos } as const
const entry = newEntry({
  id: 'v1',
  owner: '9000000001',
  customerId: '7',
  visitId: 'v1',
  createdAt: 1,
  work,
})
const delivery = { kind: 'settlement-delivered', invoiceId: settlement.invoice_id } as const
const update = { kind: 'customer-update', body: { status: 'rejected' } } as const

const withLater = (...numbers: readonly number[]) => ({
  ...entry,
  work: {
    ...work,
    photos: numbers.map((number) => ({
      id: `v1.packet.${number}`,
      role: 'packet',
      later: { at: '2026-11-21T04:00:00.000Z', reason: 'photo-lost', url: '', number },
    })),
  },
})

test('an entry comes back from the database with everything that it has learned', () => {
  const full = {
    ...entry,
    lease: { by: 'tab', until: 5 },
    notBefore: 6,
    orderId: 'o1',
    staysHere: true,
    hash: 'ab',
    epoch: 'first',
    takenBackAt: 7,
    isResumed: true,
    refusal: {
      status: 422,
      code: 'wrong_field',
      fields: ['items.0'],
      office: { status: 'rejected', comments: '', next_followup: null },
    },
  }
  for (const version of [1, 2])
    for (const state of ['waiting', 'sending', 'needs-sign-in', 'held', 'refused'])
      expect(v.parse(outboxEntrySchema, { ...full, version, state })).toEqual({
        ...full,
        version,
        state,
      })
})

test('the entry of a newer release or in a state that this release does not know is not read', () => {
  expect(v.is(outboxEntrySchema, { ...entry, version: 3 })).toBe(false)
  expect(v.is(outboxEntrySchema, { ...entry, state: 'paused' })).toBe(false)
})

const isFurther = (copy: unknown, stored: unknown) => outbox.secondCopy?.isFurther?.(copy, stored)

test('a copy with more finished steps replaces the entry, and another does not', () => {
  const done = { ...entry, done: ['record'] }
  expect(isFurther(done, entry)).toBe(true)
  expect(isFurther(done, done)).toBe(false)
  expect(isFurther(entry, done)).toBe(false)
})

test('an entry that is sent again is ahead of its copy, which has more finished steps', () => {
  const before = { ...entry, done: ['record'] }
  const again = { ...withLater(1), done: [] }
  const takenBack = { ...entry, takenBackAt: 7, done: [] }
  for (const now of [again, takenBack]) {
    expect(isFurther(before, now)).toBe(false)
    expect(isFurther(now, before)).toBe(true)
  }
  const photoBefore = { ...withLater(1), done: ['record'] }
  expect(isFurther(photoBefore, takenBack)).toBe(false)
  expect(isFurther({ ...takenBack, takenBackAt: 8 }, takenBack)).toBe(true)
})

test('a copy with a photo that was taken later replaces the entry, and another does not', () => {
  expect(isFurther(withLater(1), entry)).toBe(true)
  expect(isFurther(withLater(2), withLater(1))).toBe(true)
  expect(isFurther(withLater(1, 1), withLater(1))).toBe(true)
  expect(isFurther(withLater(1), withLater(1))).toBe(false)
  expect(isFurther(withLater(1), withLater(2))).toBe(false)
})

test('an entry that is missing or damaged comes back, and no damaged copy replaces one', () => {
  const damaged = { ...entry, work: undefined }
  expect(isFurther(entry, undefined)).toBe(true)
  expect(isFurther(damaged, undefined)).toBe(true)
  expect(isFurther(entry, damaged)).toBe(true)
  expect(isFurther(entry, {})).toBe(true)
  expect(isFurther(damaged, damaged)).toBe(false)
  expect(isFurther(damaged, entry)).toBe(false)
})

test('an entry of a newer release is whole, although this release cannot read it', () => {
  const newer = { version: 99, id: 'v1' }
  expect(isFurther(entry, newer)).toBe(false)
  expect(isFurther(newer, { ...entry, work: undefined })).toBe(true)
})

const { record: payment } = newCashDeal()
const payout = { kind: 'cash-payment', payment, photos } as const

test('a deal ends the entry that sends it, and no other entry of its visit', () => {
  const endOf = (row: unknown) => outbox.secondCopy?.endedBy?.(row)
  expect(endOf(entry)).toEqual({ collection: 'deals', key: 'v1' })
  expect(endOf({ ...entry, work: update })).toBeUndefined()
  expect(endOf({ ...entry, work: delivery })).toBeUndefined()
  expect(endOf({ ...entry, visitId: undefined })).toBeUndefined()
  expect(endOf({ visitId: 'v1' })).toBeUndefined()
})

test('settlements and cash payments are deals, and other work is not', () => {
  expect(
    [work, payout, delivery, update].map(({ kind }) => isDealEntry({ work: { kind } })),
  ).toEqual([true, true, false, false])
})

test('the record step is found in a row that this release cannot read', () => {
  expect(hasRecordStep({ version: 99, done: ['photos', 'record'] })).toBe(true)
  expect(hasRecordStep({ version: 99, done: ['photos'] })).toBe(false)
  expect(hasRecordStep({ version: 99 })).toBe(false)
  expect(hasRecordStep({ done: 'record' })).toBe(false)
  expect(hasRecordStep(undefined)).toBe(false)
})
