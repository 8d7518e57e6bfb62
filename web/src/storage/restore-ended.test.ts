import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { defineCollection, type RowName } from './collection.ts'
import { restoreLost, type RestoreDeps } from './restore.ts'

const schema = v.object({ steps: v.optional(v.number()), receivedAt: v.optional(v.number()) })
type Row = v.InferOutput<typeof schema>

const deal = { collection: 'deals', key: '1' }
const entry = { collection: 'outbox', key: '1' }
const collections = {
  deals: defineCollection({ schema, secondCopy: { finalAt: (row) => (row as Row).receivedAt } }),
  outbox: defineCollection({
    schema,
    secondCopy: {
      isFurther: (copy, stored) =>
        stored === undefined || ((copy as Row).steps ?? 0) > ((stored as Row).steps ?? 0),
      endedBy: () => deal,
    },
  }),
}

const nameOf = ({ collection, key }: RowName) => `${collection}/${key}`

/**
 * A tab that restores the outbox, of which only the copy of the entry is there.
 * @param onWrite what another tab does before the restore writes the entry
 */
async function restoreEntry(rows: Map<string, Row>, onWrite: () => void): Promise<number> {
  const keysOf = (name: string) =>
    [...rows.keys()]
      .filter((one) => one.startsWith(`${name}/`))
      .map((one) => one.split('/')[1] ?? '')
  const deps: RestoreDeps = {
    collections,
    copies: {
      list: () => Promise.resolve([entry]),
      read: () => Promise.resolve({ steps: 2 }),
      has: () => Promise.resolve(true),
      aloneOrLate: (work: () => Promise<unknown>) => work(),
      add: () => {},
      remove: () => Promise.resolve(),
    } as unknown as RestoreDeps['copies'],
    makeFreeSpace: () => Promise.resolve(),
    readKeys: (name) => Promise.resolve(keysOf(name)),
    findKeys: (name, isFound) =>
      Promise.resolve(keysOf(name).filter((key) => isFound(rows.get(`${name}/${key}`), key))),
    readRow: (name) => Promise.resolve(rows.get(nameOf(name))),
    hasRow: (name) => Promise.resolve(rows.has(nameOf(name))),
    changeRow: (name, change) => {
      onWrite()
      const changed = change(rows.get(nameOf(name))) as Row | undefined
      if (changed) rows.set(nameOf(name), changed)
      return Promise.resolve(changed !== undefined)
    },
    deleteRows: (name, keys) => {
      for (const key of keys) rows.delete(`${name}/${key}`)
      return Promise.resolve()
    },
  }
  return (await restoreLost(['outbox'], deps, new AbortController().signal)).count
}

test('an entry that another tab sends and deletes while a copy with more steps is restored stays deleted', async () => {
  const rows = new Map<string, Row>([
    ['deals/1', {}],
    ['outbox/1', { steps: 1 }],
  ])
  // The deal is not final here, so only the missing row tells that the entry was deleted.
  expect(await restoreEntry(rows, () => void rows.delete('outbox/1'))).toBe(0)
  expect(rows.has('outbox/1')).toBe(false)
})

test('a lost entry whose deal another tab marks as received while it is restored does not count as restored', async () => {
  const rows = new Map<string, Row>([['deals/1', {}]])
  expect(await restoreEntry(rows, () => void rows.set('deals/1', { receivedAt: 5 }))).toBe(0)
  expect(rows.has('outbox/1')).toBe(false)
})

test('the entry of a received deal is not written, not even for a moment in which a sender could take it', async () => {
  const rows = new Map<string, Row>([['deals/1', { receivedAt: 5 }]])
  const onWrite = vi.fn<() => void>()
  await restoreEntry(rows, onWrite)
  expect(onWrite).not.toHaveBeenCalled()
})
