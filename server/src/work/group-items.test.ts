import { expect, test } from 'vitest'
import { groupItems } from './group-items.ts'

const newItems = (count: number, text = '') =>
  Array.from({ length: count }, (_, at) => ({ id: `id ${at}`, text }))
const sizes = (items: readonly unknown[]) => groupItems(items).map(({ length }) => length)

test('ten items are a group, in their order', () => {
  const items = newItems(23)
  expect(sizes(items)).toEqual([10, 10, 3])
  expect(groupItems(items).flat()).toEqual(items)
})

test('a group has at most 64 KB, unless one item has more', () => {
  expect(sizes(newItems(7, 'x'.repeat(20_000)))).toEqual([3, 3, 1])
  expect(sizes(newItems(2, 'x'.repeat(100_000)))).toEqual([1, 1])
})

test('64 KB are a group, and one byte more are two', () => {
  const itemOf = (id: string, bytes: number) => {
    const text = 'x'.repeat(bytes - JSON.stringify({ id, text: '' }).length)
    return { id, text }
  }
  expect(sizes([itemOf('a', 40_000), itemOf('b', 64 * 1024 - 40_000)])).toEqual([2])
  expect(sizes([itemOf('a', 40_000), itemOf('b', 64 * 1024 - 40_000 + 1)])).toEqual([1, 1])
})

test('an id that comes again begins a group, also in other letters', () => {
  expect(sizes([{ id: 'a' }, { id: 'b' }, { id: 'A' }, { id: 'c' }])).toEqual([2, 2])
})

test('anything else can be an item', () => {
  expect(sizes([null, 7, 'text', {}])).toEqual([1, 1, 1, 1])
  expect(groupItems([])).toEqual([])
})
