import { describe, expect, it } from 'vitest'
import { toPhoneKey, findRunner } from './runner.ts'

describe('the runner of a phone', () => {
  it.each([
    ['9000000001', '1'],
    ['9000000002', '2'],
    ['+91 90000 00002', '2'],
    ['090000-00002', '2'],
    ['9876543210', '1'],
    ['', '1'],
    ['__proto__', '1'],
    ['toString', '1'],
  ])('%j belongs to runner %s [R-3.002]', (phone, id) => {
    expect(findRunner(phone).id).toBe(id)
  })
})

describe('the key of a phone', () => {
  it.each([
    ['9000000001', '9000000001'],
    ['+91 90000 00001', '9000000001'],
    [' (900) 000-0001 ', '9000000001'],
    ['100', '100'],
    [' abc ', 'abc'],
    ['', ''],
  ])('of %j is %j', (phone, key) => {
    expect(toPhoneKey(phone)).toBe(key)
  })
})
