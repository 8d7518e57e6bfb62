import * as v from 'valibot'
import { expect, it } from 'vitest'
import { findUnstorable, parseBody, parsePart } from './parse-request.ts'

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

it('repeats no value of a check or of a time, and no name that the sender has made up', () => {
  const isShort = (text: string) => text.length < 9
  const schema = v.object({
    id: v.pipe(v.string(), v.check(isShort)),
    at: v.pipe(v.string(), v.isoTimestamp()),
    notes: v.looseObject({}),
  })
  const sent = { id: '9111222333', at: 'received 9111222333', notes: {} }
  expect(() => parsePart(schema, sent)).toThrow(
    expect.objectContaining({
      fields: [
        { path: 'id', reason: 'Invalid input' },
        { path: 'at', reason: 'Invalid timestamp' },
      ],
    }),
  )
  const secret = { 'call 9111222333.': 'a\0', '9111222333': 'a\0', ok: ['a\0'], '': 'a\0' }
  expect(() => parseBody(v.unknown(), { notes: secret })).toThrow(
    expect.objectContaining({
      fields: ['?.', '?', 'ok.0', ''].map((name) => ({
        path: `notes.${name}`,
        reason: 'contains a character that is not text',
      })),
    }),
  )
})

it('refuses a longer list than the contract has, before it looks at the entries', () => {
  let count = 0
  const entry = v.custom<object>(() => {
    count += 1
    return true
  })
  const schema = v.object({ items: v.array(entry), name: v.string() })
  expect(parsePart(schema, { items: Array(500).fill({}), name: 'a' })).toBeDefined()
  expect(count).toBe(500)
  expect(() => parsePart(schema, { items: Array(501).fill({}), name: 7 })).toThrow(
    expect.objectContaining({ fields: [{ path: 'items', reason: 'has more than 500 entries' }] }),
  )
  expect(count).toBe(500)
})

it('refuses a list or an object with too many entries at any depth', () => {
  const schema = v.object({ work: v.object({ photos: v.array(v.unknown()), x: v.unknown() }) })
  const fields = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}`, 0]))
  const long = { work: { photos: Array(501).fill({}), x: [fields] } }
  const reason = 'has more than 500 entries'
  expect(() => parsePart(schema, long)).toThrow(
    expect.objectContaining({
      fields: [
        { path: 'work.photos', reason },
        { path: 'work.x.0', reason },
      ],
    }),
  )
})

it('stops at the first of very many wrong values, and names it', () => {
  let count = 0
  const wrong = v.custom<object>(() => {
    count += 1
    return false
  })
  const schema = v.object({ items: v.array(v.object({ photos: v.array(wrong) })) })
  const items = Array(50).fill({ photos: Array(500).fill(0) })
  expect(() => parsePart(schema, { items })).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ path: 'items.0.photos.0' })] }),
  )
  expect(count).toBe(1)
})

it('names twenty wrong fields at most', () => {
  const schema = v.object({ items: v.array(v.object({ name: v.string() })) })
  expect(() => parsePart(schema, { items: Array(500).fill({}) })).toThrow(
    expect.objectContaining({ fields: expect.objectContaining({ length: 20 }) }),
  )
})
