import { openDB } from 'idb'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'

const stores = ['deals', 'visits']
const all = [
  { store: 'deals', name: 'owner', fields: ['owner'] },
  { store: 'visits', name: 'times', fields: ['owner', 'at'] },
]

/** A database of an older release with a row in each object store, and with these indexes. */
async function createOld(indexes: typeof all): Promise<string> {
  const name = crypto.randomUUID()
  onTestFinished(() => void indexedDB.deleteDatabase(name))
  const old = await openDB(name, 1, {
    upgrade(created, _from, _to, transaction) {
      for (const store of stores) created.createObjectStore(store)
      for (const index of indexes)
        transaction.objectStore(index.store).createIndex(index.name, index.fields)
    },
  })
  for (const store of stores) await old.put(store, { owner: '9', at: 2 }, 'a')
  old.close()
  return name
}

async function open(name: string, indexes?: typeof all) {
  const database = await openDatabase({ findIndexedDB: () => indexedDB, name, stores, indexes })
  onTestFinished(() => database.close())
  return database
}

test.each([
  ['no index', []],
  ['one of the indexes', all.slice(0, 1)],
  ['the other index', all.slice(1)],
])('rows of an older release that has %s are found by the indexes of this one', async (_, old) => {
  const database = await open(await createOld(old), all)
  expect(database.version).toBe(2)
  expect(await database.getAllKeysFromIndex('deals', 'owner', ['9'])).toEqual(['a'])
  expect(await database.getAllKeysFromIndex('visits', 'times', ['9', 2])).toEqual(['a'])
})

test.each([
  ['all indexes', all],
  ['no index, and needs none', undefined],
])('a database that has %s is opened at its version: no other tab loses it', async (_, indexes) => {
  const name = await createOld(indexes ?? [])
  const otherTab = await open(name, indexes)
  const database = await open(name, indexes)
  expect([otherTab.version, database.version]).toEqual([1, 1])
  expect(await otherTab.count('deals')).toBe(1)
})
