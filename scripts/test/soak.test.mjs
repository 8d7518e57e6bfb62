import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  addPiece,
  countShifts,
  listMissing,
  listPieces,
  PIECE,
  readSoak,
  writeSoak,
} from './soak.mjs'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-soak-'))
  file = join(folder, 'reports/soak.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const RUNS = 2 * PIECE + 10
const passed = { failed: [], faults: { 'no network': 2, 'slow disk': 0 } }

test('a soak that was killed continues with the pieces that have not ended', () => {
  const none = readSoak(file, 'sources', 7)
  const [first, second, third] = listPieces(none, RUNS)
  expect([first, second, third]).toEqual([
    { first: 7, count: PIECE },
    { first: 7 + PIECE, count: PIECE },
    { first: 7 + 2 * PIECE, count: 10 },
  ])
  if (!second || !third) throw new Error('There are three pieces')
  // Two processes end in any order.
  writeSoak(file, addPiece(none, second, passed))
  const again = readSoak(file, 'sources', 7)
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

test('a soak starts again when the sources or the first seed have changed', () => {
  const none = readSoak(file, 'sources', 1)
  writeSoak(file, addPiece(none, { first: 1, count: PIECE }, passed))
  expect(countShifts(readSoak(file, 'other sources', 1))).toBe(0)
  expect(countShifts(readSoak(file, 'sources', 2))).toBe(0)
  expect(countShifts(readSoak(file, 'sources', 1))).toBe(PIECE)
})

test('failed seeds and counts of faults are summed, and a fault that never occurred is reported', () => {
  const none = readSoak(file, 'sources', 1)
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

test('a result file is never half written', () => {
  const none = readSoak(file, 'sources', 1)
  writeSoak(file, none)
  // What a soak that was killed while it wrote leaves.
  writeFileSync(`${file}.new`, '{"sources"')
  expect(readSoak(file, 'sources', 1)).toEqual(none)
  writeSoak(file, none)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(none)
})
