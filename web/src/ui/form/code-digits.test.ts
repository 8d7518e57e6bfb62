import { expect, test } from 'vitest'

import { enterText, isCompleteCode, joinCode, splitCode } from './code-digits.ts'

function enter(code: string, at: number, text: string) {
  const { digits, next } = enterText(splitCode(code, 6), at, text)
  return { code: joinCode(digits), next }
}

test.each([
  { case: 'a digit goes into its box', code: '', at: 0, text: '7', is: '7', next: 1 },
  { case: 'a later box may be filled first', code: '1', at: 3, text: '4', is: '1  4', next: 4 },
  { case: 'the last box keeps the cursor', code: '12345', at: 5, text: '6', is: '123456', next: 5 },
  { case: 'emptying leaves a gap', code: '123', at: 1, text: '', is: '1 3', next: 1 },
  { case: 'anything but a digit is no entry', code: '', at: 0, text: 'x', is: '', next: 0 },
  {
    case: 'a digit typed after one replaces it',
    code: '123',
    at: 1,
    text: '29',
    is: '193',
    next: 2,
  },
  { case: 'a digit typed before one too', code: '123', at: 1, text: '92', is: '193', next: 2 },
  { case: 'the same digit again stays', code: '123', at: 1, text: '22', is: '123', next: 2 },
  { case: 'a whole code fills all boxes', code: '', at: 2, text: '482913', is: '482913', next: 5 },
  { case: 'separators are left out', code: '', at: 0, text: '482 913', is: '482913', next: 5 },
  { case: 'a part spreads from its box on', code: '1', at: 1, text: '234', is: '1234', next: 4 },
  { case: 'what is too much is dropped', code: '', at: 4, text: '789', is: '    78', next: 5 },
])('$case', ({ code, at, text, is, next }) => {
  expect(enter(code, at, text)).toEqual({ code: is, next })
})

test('a code is complete when every box holds a digit', () => {
  expect(isCompleteCode('482913', 6)).toBe(true)
  expect(isCompleteCode('48291', 6)).toBe(false)
  expect(isCompleteCode('48 913', 6)).toBe(false)
})
