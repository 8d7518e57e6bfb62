import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { workSchema } from '../work.ts'
import { toSeen } from './seen.ts'

const customer = { status: 'hold', comments: 'Call first', nextFollowup: '2026-12-01' }
const seen = {
  status: 'hold',
  comments: 'Call first',
  next_followup: '2026-12-01',
  at: '2026-11-21T04:00:00.000Z',
}

describe('what the runner saw of a customer', () => {
  it('has the values of the customer and the time of the tap', () => {
    const at = Date.parse(seen.at)
    expect(toSeen(customer, at, undefined)).toEqual(seen)
    expect(toSeen({ ...customer, nextFollowup: '' }, at, -30)).toEqual({
      ...seen,
      next_followup: null,
      clock_offset_s: -30,
    })
  })

  const read = (value?: unknown) =>
    v.parse(workSchema, { kind: 'customer-update', body: { status: 'rejected' }, seen: value })

  it('is read with the change of the status', () => {
    expect(read(seen)).toMatchObject({ seen })
  })

  it.each([1e13, -1e16, 1e300, 0.5, '30', null])(
    'is read without an impossible clock offset: %j',
    (offset) => {
      expect(read({ ...seen, clock_offset_s: offset })).toEqual(read(seen))
    },
  )

  it.each([
    ['text', 'hold'],
    ['a time that is none', { ...seen, at: 'yesterday' }],
    ['a day that is none', { ...seen, next_followup: '2026-02-30' }],
    ['more than any card shows', { ...seen, comments: 'x'.repeat(4_001) }],
  ])('counts as absent when it is %s, so that the change is sent', (_what, value) => {
    expect(read(value)).toMatchObject({ kind: 'customer-update', seen: undefined })
  })
})
