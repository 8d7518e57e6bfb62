import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mutants, plant } from '../../faults/mutants/mutant.mjs'
import { at } from '../process/repository.mjs'

describe('planted bugs', () => {
  test.each(mutants)('$name: its old text is in the source exactly once', (mutant) => {
    const source = readFileSync(at(mutant.file), 'utf8')
    expect(plant(mutant, source)).not.toBe(source)
  })

  test('are at least twenty, each with a different name', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    expect(mutants.length).toBeGreaterThanOrEqual(20)
  })

  test('are refused where the old text is not in the source exactly once', () => {
    const mutant = /** @type {const} */ ({ name: 'x', file: 'x.ts', killer: 'simulation' })
    expect(() => plant({ ...mutant, edits: [['gone', '']] }, 'source')).toThrow('0 times')
    expect(() => plant({ ...mutant, edits: [['a', 'b']] }, 'a a')).toThrow('2 times')
  })
})
