import { expect, it } from 'vitest'
import { findUnstorable } from './parse-request.ts'

it.each(['', 'అంజలి', '🙂', String.raw`\u0000`, 7, null, undefined, true, []])(
  'accepts %o',
  (value) => {
    expect(findUnstorable(value)).toEqual([])
  },
)

it('names every field that PostgreSQL could not hold', () => {
  const body = { notes: 'a\0b', items: [{ name: 'Rice Cooker' }, { name: '\uD83D' }] }
  expect(findUnstorable(body).map(({ path }) => path)).toEqual(['notes', 'items.1.name'])
})
