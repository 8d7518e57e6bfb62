import { expect, test } from 'vitest'
import { createBatchSize, MOST_ENTRIES } from './batch-size.ts'

const FIRST_BYTES = 16 * 1024

test.each([
  ['reaches its time limit', { failure: { kind: 'timeout' } }, FIRST_BYTES / 2],
  ['has no network', { failure: { kind: 'network' } }, FIRST_BYTES / 2],
  ['is slow', { ms: 5_001 }, FIRST_BYTES / 2],
  ['takes its time', { ms: 5_000 }, FIRST_BYTES],
  ['is not so fast', { ms: 2_000 }, FIRST_BYTES],
  ['is fast', { ms: 1_999 }, FIRST_BYTES * 2],
  ['is refused', { failure: { kind: 'status' } }, FIRST_BYTES],
])('the size of a call depends on the one before, which %s', (_, call, bytes) => {
  const size = createBatchSize()
  size.note(call)
  expect(size.bytes()).toBe(bytes)
})

test('a call has always 2 KB, and never more than the server takes', () => {
  const [small, large] = [createBatchSize(), createBatchSize()]
  for (let call = 0; call < 20; call += 1) {
    small.note({ failure: { kind: 'timeout' } })
    large.note({ ms: 1 })
  }
  expect([small.bytes(), large.bytes()]).toEqual([2 * 1024, 511 * 1024])
})

test('no more entries are read for a call than twice those that fitted into the last one', () => {
  const size = createBatchSize()
  size.noteTaken(3, true)
  expect(size.entries()).toBe(6)
  size.noteTaken(6, false)
  expect(size.entries()).toBe(12)
  for (let call = 0; call < 20; call += 1) size.noteTaken(50, false)
  expect(size.entries()).toBe(MOST_ENTRIES)
  size.noteTaken(0, true)
  expect(size.entries()).toBe(1)
})
