import { beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { defineCollection } from './collection.ts'
import type { CopyDeps } from './copy-rows.ts'
import { createSecondCopies } from './second-copy.ts'

const notes = defineCollection({ schema: v.object({ text: v.string() }), secondCopy: {} })

/** Rows of a database that the test changes, and their copies. */
function newCopies(readRow: (key: string) => unknown) {
  const deps: CopyDeps = {
    findCaches: () => caches,
    locks: navigator.locks,
    cacheName: 'second-copy-test',
    collections: { notes },
    readRow: ({ key }) => Promise.resolve(readRow(key)),
    hasRow: ({ key }) => Promise.resolve(readRow(key) !== undefined),
  }
  const copies = createSecondCopies(deps)
  const name = (key: string) => ({ collection: 'notes', key })
  return {
    change: (...keys: readonly string[]) => copies.add(keys.map(name)),
    copyOf: (key: string) => copies.read(name(key)),
  }
}

beforeEach(async () => {
  await caches.delete('second-copy-test')
})

test('a row that changes while it is copied is copied again', async () => {
  const rows = new Map([['1', { text: 'older' }]])
  const { change, copyOf } = newCopies((key) => {
    const row = rows.get(key)
    if (row?.text === 'older') {
      rows.set(key, { text: 'newer' })
      change(key)
    }
    return row
  })
  change('1')
  await expect.poll(() => copyOf('1')).toEqual({ text: 'newer' })
})

test('a row that could not be copied is copied with the next change of another row', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  let isBroken = true
  const { change, copyOf } = newCopies((key) => {
    if (isBroken) throw new DOMException('Internal error', 'UnknownError')
    return { text: key }
  })
  change('1')
  await expect.poll(() => warn.mock.calls).toHaveLength(1)
  isBroken = false
  change('2')
  await expect.poll(() => copyOf('2')).toEqual({ text: '2' })
  await expect.poll(() => copyOf('1')).toEqual({ text: '1' })
})
