import { expect, test } from 'vitest'
import { addPiece, countShifts, listMissing, listPieces, newSoak, PIECE } from './soak.mjs'

const RUNS = 2 * PIECE + 10
const passed = { failed: [], faults: { 'no network': 2, 'slow disk': 0 } }

test('a soak that was killed continues with the pieces that have not ended', () => {
  const none = newSoak('sources', 7)
  const [first, second, third] = listPieces(none, RUNS)
  expect([first, second, third]).toEqual([
    { first: 7, count: PIECE },
    { first: 7 + PIECE, count: PIECE },
    { first: 7 + 2 * PIECE, count: 10 },
  ])
  if (!second || !third) throw new Error('There are three pieces')
  // Two processes end in any order.
  const again = addPiece(none, second, passed)
  expect(countShifts(again)).toBe(PIECE)
  expect(listPieces(again, RUNS)).toEqual([first, third])
  // A longer soak also runs the rest of a short last piece.
  const longer = addPiece(again, third, passed)
  const [, rest] = listPieces(longer, 3 * PIECE)
  expect(rest).toEqual({ first: 7 + 2 * PIECE + 10, count: PIECE - 10 })
  if (!rest) throw new Error('The last piece has a rest')
  const whole = addPiece(longer, rest, passed)
  expect(countShifts(whole)).toBe(2 * PIECE)
  expect(listPieces(whole, 3 * PIECE)).toEqual([first])
})

test('failed seeds and counts of faults are summed, and a fault that never occurred is reported', () => {
  const none = newSoak('sources', 1)
  const one = addPiece(none, { first: 501, count: PIECE }, { ...passed, failed: [[600, ['lost']]] })
  const both = addPiece(one, { first: 1, count: PIECE }, { ...passed, failed: [[3, ['doubled']]] })
  expect(both.failed).toEqual([
    [3, ['doubled']],
    [600, ['lost']],
  ])
  expect(both.faults).toEqual({ 'no network': 4, 'slow disk': 0 })
  expect(listMissing(both)).toEqual(['slow disk'])
  expect(listMissing(none)).toEqual([])
})
