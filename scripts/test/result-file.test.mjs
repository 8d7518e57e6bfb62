import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { passedPieces, readResult, writeResult } from './result-file.mjs'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-result-'))
  file = join(folder, 'reports/result.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const none = { sources: 'sources', firstSeed: 1, shifts: 0 }

test('a run starts again when the sources or the first seed have changed', () => {
  writeResult(file, { ...none, shifts: 500 })
  const others = [
    { ...none, sources: 'other sources' },
    { ...none, firstSeed: 2 },
  ]
  expect(others.map((other) => readResult(file, other))).toEqual(others)
  expect(readResult(file, none).shifts).toBe(500)
})

test('a result file is never half written', () => {
  writeResult(file, none)
  // What a run that was killed while it wrote leaves.
  writeFileSync(`${file}.new`, '{"sources"')
  expect(readResult(file, none)).toEqual(none)
  writeResult(file, none)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(none)
})

test('a run that was ended has the pieces that have passed, and none of other sources', () => {
  const run = { sources: 'sources', firstSeed: 1 }
  passedPieces(file, run).add('kills 1 to 25', { oneAgain: 2 })
  passedPieces(file, run).add('kills 26 to 50', { oneAgain: 3 })
  expect(passedPieces(file, run).read()).toEqual({
    'kills 1 to 25': { oneAgain: 2 },
    'kills 26 to 50': { oneAgain: 3 },
  })
  const changed = passedPieces(file, { ...run, sources: 'other sources' })
  expect(changed.read()).toEqual({})
  changed.add('kills 1 to 25', { oneAgain: 1 })
  expect(changed.read()).toEqual({ 'kills 1 to 25': { oneAgain: 1 } })
})
