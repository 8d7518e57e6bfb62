import { describe, expect, test } from 'vitest'
import { at } from '../process/repository.mjs'
import { countByFolder, listSurvivors, listUnjudged } from './survivors.mjs'

/**
 * A mutant of the first line of scripts/process/repository.mjs: `import { createRequire } from 'node:module'`.
 * @param {'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored'} status
 * @param {string} [replacement]
 */
const mutant = (status, replacement = "''") => ({
  id: '1',
  mutatorName: 'StringLiteral',
  fileName: at('scripts/process/repository.mjs'),
  location: { start: { line: 1, column: 31 }, end: { line: 1, column: 44 } },
  replacement,
  status,
})

const survivor = {
  file: 'scripts/process/repository.mjs',
  was: "import { createRequire } from 'node:module'",
  becomes: "import { createRequire } from ''",
}

describe('mutants', () => {
  test('count as found when a test failed or did not end, and not when they were not tested', () => {
    const results = [mutant('Killed'), mutant('Timeout'), mutant('Killed'), mutant('Ignored')]
    const counts = { killed: 3, alive: 2, untested: 1, score: 60 }
    expect(countByFolder([...results, mutant('Survived'), mutant('NoCoverage')])).toEqual([
      { folder: 'scripts/process', ...counts },
      { folder: 'all', ...counts },
    ])
  })

  test('that no test finds are shown by their line, before and after', () => {
    expect(listSurvivors([mutant('Killed'), mutant('Survived'), mutant('NoCoverage')])).toEqual([
      survivor,
      survivor,
    ])
  })

  test('have no judgement when only another mutant of the line is judged', () => {
    const [other] = listSurvivors([mutant('Survived', "'other'")])
    const judgement = /** @type {const} */ ({ verdict: 'accepted', reason: 'x' })
    const judged = [{ ...judgement, survivors: [survivor] }]
    expect(listUnjudged([survivor, other ?? survivor], judged)).toEqual([other])
  })
})
