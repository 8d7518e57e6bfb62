import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  looseNumber,
  looseOptionalNumber,
  looseId,
  looseList,
  looseOptionalId,
  looseText,
  toWireId,
} from './wire.ts'

describe('loose text', () => {
  it.each([
    ['  Lakshmi ', 'Lakshmi'],
    [9876543210, '9876543210'],
    [0, '0'],
    [null, ''],
    [undefined, ''],
    [true, ''],
    [{}, ''],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
  ])('reads %j as %j', (value, text) => {
    expect(v.parse(looseText, value)).toBe(text)
  })
})

describe('a loose id', () => {
  it.each([
    [26, '26'],
    ['26', '26'],
    [' demo-1 ', 'demo-1'],
    ['__proto__', '__proto__'],
  ])('reads %j as %j', (value, id) => {
    expect(v.parse(looseId, value)).toBe(id)
  })

  it.each([
    '',
    '  ',
    1.5,
    1e308,
    2 ** 53,
    Number.NaN,
    null,
    undefined,
    true,
    {},
    [26],
    'x'.repeat(65),
  ])('refuses %j, and an optional id becomes empty', (value) => {
    expect(v.is(looseId, value)).toBe(false)
    expect(v.parse(looseOptionalId, value)).toBeFalsy()
  })
})

describe('a loose number', () => {
  it.each([
    [29.44, 29.44],
    ['29.44', 29.44],
    [' 70 ', 70],
    ['-5', -5],
    [1e308, 1e308],
  ])('reads %j as %s', (value, number) => {
    expect(v.parse(looseNumber, value)).toBe(number)
  })

  it.each(['', ' ', '₹70', 'NaN', 'Infinity', '1e999', Number.NaN, null, undefined, true, [70]])(
    'refuses %j, and an optional number becomes undefined',
    (value) => {
      expect(v.is(looseNumber, value)).toBe(false)
      expect(v.parse(looseOptionalNumber, value)).toBeUndefined()
    },
  )
})

describe('a loose list', () => {
  const ids = looseList(looseId, (id) => id)

  it('returns the valid items in order', () => {
    expect(v.parse(ids, [3, null, '1', {}, 2])).toEqual(['3', '1', '2'])
  })

  it('returns the first of two items with the same key', () => {
    const records = looseList(v.object({ id: looseId, at: v.number() }), (record) => record.id)
    const list = [1, 2, '1'].map((id, at) => ({ id, at }))
    expect(v.parse(records, list)).toEqual([
      { id: '1', at: 0 },
      { id: '2', at: 1 },
    ])
  })

  it.each([null, {}, 'text', { length: 1, 0: 1 }])('refuses %j', (value) => {
    expect(v.is(ids, value)).toBe(false)
  })
})

describe('an id on the wire', () => {
  it.each([
    ['26', 26],
    ['0', 0],
    ['007', '007'],
    ['demo-1', 'demo-1'],
    ['-1', '-1'],
    ['1e3', '1e3'],
    ['9999999999999999', '9999999999999999'],
  ])('%j is sent as %j', (id, sent) => {
    expect(toWireId(id)).toBe(sent)
  })

  it('is the same id after it is sent and parsed', () => {
    const anyId = fc.oneof(
      fc.stringMatching(/^\d{1,20}$/),
      fc.string({ minLength: 1, maxLength: 64 }),
    )
    fc.assert(
      fc.property(anyId, (id) => {
        fc.pre(id.trim() === id)
        expect(v.parse(looseId, toWireId(id))).toBe(id)
      }),
    )
  })
})
