import * as v from 'valibot'
import { expect, test } from 'vitest'
import { defineCollection } from './collection.ts'
import type { Database } from './database.ts'
import { createTransactions, readMany } from './transaction.ts'

const collections = { rows: defineCollection({ schema: v.object({ text: v.string() }) }) }

/** A database whose transactions end as the test says. */
function newTransactions() {
  const asked: unknown[] = []
  let commit = () => {}
  let fail = (_error: Error) => {}
  const done = new Promise<void>((resolve, reject) => {
    commit = resolve
    fail = reject
  })
  const connection = {
    transaction: (...call: unknown[]) => {
      asked.push(call)
      return { done, abort: () => undefined }
    },
  }
  const open = (() => Promise.resolve(connection)) as unknown as Database['open']
  const { run } = createTransactions({ open, close: () => Promise.resolve() }, collections)
  return { run, asked, commit: () => commit(), fail: (error: Error) => fail(error) }
}

const promises = () => new Promise((resolve) => setTimeout(resolve))

test('a transaction is asked to be on the disk, unless less is enough', async () => {
  const { run, asked, commit } = newTransactions()
  commit()
  await run(['rows'], 'readwrite', () => Promise.resolve())
  await run(['rows'], 'readwrite', () => Promise.resolve(), 'default')
  expect(asked).toEqual([
    [['rows'], 'readwrite', { durability: 'strict' }],
    [['rows'], 'readwrite', { durability: 'default' }],
  ])
})

test('a write counts as stored when its transaction is complete, and not when its requests are', async () => {
  const { run, commit } = newTransactions()
  let isStored = false
  const writing = run(['rows'], 'readwrite', () => Promise.resolve('a row'))
  void writing.then(() => (isStored = true))
  await promises()
  expect(isStored).toBe(false)
  commit()
  expect(await writing).toBe('a row')
})

test('a write fails when the disk refuses its transaction at the end', async () => {
  const { run, fail } = newTransactions()
  const writing = run(['rows'], 'readwrite', () => Promise.resolve('a row'))
  fail(new DOMException('full', 'QuotaExceededError'))
  await expect(writing).rejects.toThrow('full')
})

test('rows that were added between the wanted ones since are not read', async () => {
  const store = {
    getAllKeys: () => Promise.resolve(['a', 'b', 'c']),
    getAll: () => Promise.resolve([1, 2, 3]),
  }
  expect(await readMany(store as never, ['a', 'c'])).toEqual([
    ['a', 1],
    ['c', 3],
  ])
})
