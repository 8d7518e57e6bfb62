import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { killers, mutants, plant } from '../../faults/mutants/mutant.mjs'
import { unseenMutants } from '../../faults/mutants/unseen.mjs'
import { at } from '../process/repository.mjs'

describe('planted bugs', () => {
  test.each(mutants)('$name: its old text is in the source exactly once', (mutant) => {
    const source = readFileSync(at(mutant.file), 'utf8')
    expect(plant(mutant, source)).not.toBe(source)
  })

  test('are at least 120, each with a different name', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    expect(mutants.length).toBeGreaterThanOrEqual(120)
  })

  // Whoever has read the tests plants the bugs that they find.
  test('have at least 60 among them that were planted by somebody who had not read the tests', () => {
    expect(unseenMutants.length).toBeGreaterThanOrEqual(60)
  })

  test('have a killer that is named, or a file of tests', () => {
    const others = mutants.map(({ killer }) => killer).filter((killer) => !(killer in killers))
    expect(others.filter((file) => !existsSync(at(file)))).toEqual([])
  })

  test('are refused where the old text is not in the source exactly once', () => {
    const mutant = /** @type {const} */ ({ name: 'x', file: 'x.ts', killer: 'simulation' })
    expect(() => plant({ ...mutant, edits: [['gone', '']] }, 'source')).toThrow('0 times')
    expect(() => plant({ ...mutant, edits: [['a', 'b']] }, 'a a')).toThrow('2 times')
  })
})
