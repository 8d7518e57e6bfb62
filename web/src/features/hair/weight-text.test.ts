import { expect, test } from 'vitest'
import { textForWeight, weightFromText, withWeight } from './weight-text.ts'

test.each([
  ['', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['e', undefined],
  ['100001', undefined],
  ['20', 20],
  ['020', 20],
  ['12.5', 12.5],
])('the text %j means %j grams', (text, grams) => {
  expect(weightFromText(text)).toBe(grams)
})

test.each([
  ['020', 20, '020'],
  ['-5', undefined, '-5'],
  ['20', 40, '40'],
  ['20', undefined, ''],
  ['', 40, '40'],
])('typed %j over stored %j shows %j', (typed, stored, shown) => {
  expect(textForWeight(typed, stored)).toBe(shown)
})

test('a removed weight is not in the collection', () => {
  const hair = withWeight({ black_hair: 40 }, 'grey_hair', 25)
  expect(hair).toEqual({ black_hair: 40, grey_hair: 25 })
  expect(withWeight(hair, 'black_hair', undefined)).toEqual({ grey_hair: 25 })
})
