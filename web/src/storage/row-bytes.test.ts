import { expect, test } from 'vitest'
import { fromBuffer, toBuffer } from './row-bytes.ts'

const bytes = new Uint8Array([10, 0xff, 10, 0]).buffer
const listBytes = (row: object) => [...new Uint8Array((row as { bytes: ArrayBuffer }).bytes)]

test('a row comes back with its text and its bytes, whatever they are', () => {
  const row = { text: 'a line\nand యెర్ర', bytes }
  const read = fromBuffer(toBuffer(row), true)
  expect(read).toMatchObject({ text: row.text })
  expect(listBytes(read)).toEqual([10, 0xff, 10, 0])
})

test('a row without bytes comes back with empty ones, where its collection has bytes', () => {
  expect(fromBuffer(toBuffer({ text: 'a' } as object), false)).toEqual({ text: 'a' })
  expect(fromBuffer(toBuffer({ bytes }), false)).toEqual({})
  expect(listBytes(fromBuffer(toBuffer({}), true))).toEqual([])
})

test('a row is stored as JSON, a line feed and its bytes: copies of old releases are read', () => {
  const stored = new TextDecoder('latin1').decode(toBuffer({ text: 'a', bytes } as object))
  expect(stored).toBe('{"text":"a"}\n\n\u00ff\n\0')
  expect(fromBuffer(new TextEncoder().encode('{"text":"a"}\n').buffer, false)).toEqual({
    text: 'a',
  })
})
