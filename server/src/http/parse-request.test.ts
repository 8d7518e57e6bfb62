import * as v from 'valibot'
import { expect, it } from 'vitest'
import { findUnstorable, parsePart } from './parse-request.ts'

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

it('names the expected type, and never repeats what it received', () => {
  const schema = v.object({ phone: v.string(), code: v.pipe(v.string(), v.regex(/^\d{6}$/)) })
  expect(() => parsePart(schema, { phone: 9_111_222_333, code: '9111222333' })).toThrow(
    expect.objectContaining({
      fields: [
        { path: 'phone', reason: 'Invalid type: Expected string' },
        { path: 'code', reason: 'Invalid format: Expected /^\\d{6}$/' },
      ],
    }),
  )
})
