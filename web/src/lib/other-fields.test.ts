import { expect, test } from 'vitest'
import { withOtherFields } from './other-fields.ts'

test('a value has the fields that only the other one has', () => {
  expect(withOtherFields({ id: 1 }, { id: 2, added: 3 })).toEqual({ id: 1, added: 3 })
})

test.each([1, 'text', undefined, new Uint8Array([1])])(
  'a value without fields stays: %j',
  (value) => {
    expect(withOtherFields(value, { added: 3 })).toBe(value)
  },
)
