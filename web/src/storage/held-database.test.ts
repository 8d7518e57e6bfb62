import { deleteDB, openDB } from 'idb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openNotes, storeAndLose } from '../../test/notes-storage.ts'
import { createDatabase, deleteDatabase } from './database.ts'
import type { RestoredListener } from './restore-runs.ts'

const HELD = 'Another tab holds the database'

/** A frozen tab: it does not close its connection when the browser asks it to. */
async function hold(name: string) {
  for (;;) {
    const frozen = await openDB(name, 1)
    if (frozen.objectStoreNames.length === 0) {
      onTestFinished(() => frozen.close())
      return frozen
    }
    // A late second copy of an earlier storage can open the database again and create its object stores.
    frozen.close()
    await deleteDB(name)
  }
}

function newDatabase() {
  const name = crypto.randomUUID()
  const onOpened = vi.fn<(isAgain: boolean) => void>()
  const stores = ['visits']
  const database = createDatabase({ findIndexedDB: () => indexedDB, name, stores, onOpened })
  onTestFinished(async () => {
    await database.close()
    indexedDB.deleteDatabase(name)
  })
  return { name, database, onOpened }
}

test('each use rejects while a frozen tab holds an older database, which opens as soon as that tab closes it [R-8.080]', async () => {
  const { name, database, onOpened } = newDatabase()
  const frozen = await hold(name)
  for (const use of ['first', 'second', 'third'])
    await expect(database.open(), use).rejects.toThrow(HELD)
  expect(onOpened).not.toHaveBeenCalled()
  frozen.close()
  await expect.poll(() => onOpened.mock.calls).toEqual([[true]])
  expect((await database.open()).version).toBe(2)
  expect(onOpened).toHaveBeenCalledOnce()
})

test('each use rejects after a deletion that a frozen tab holds up, and the database opens as soon as that tab closes it [R-8.080]', async () => {
  const { name, database, onOpened } = newDatabase()
  const frozen = await hold(name)
  await deleteDatabase(indexedDB, name)
  // Such an opening gets no event.
  for (const use of ['first', 'second']) await expect(database.open(), use).rejects.toThrow(HELD)
  frozen.close()
  await expect.poll(() => onOpened.mock.calls).toEqual([[true]])
  expect((await database.open()).objectStoreNames).toContain('visits')
})

test('the database is not opened again for a tab that has closed it while another one held it', async () => {
  const { name, database, onOpened } = newDatabase()
  const frozen = await hold(name)
  await expect(database.open()).rejects.toThrow(HELD)
  await database.close()
  frozen.close()
  // Each comes after the openings that were asked for before it, and waits for every connection that is still open. A
  // new opening would be asked for after the first one.
  for (let deletion = 0; deletion < 2; deletion++)
    await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name)
  expect(onOpened).not.toHaveBeenCalled()
})

test('a connection that arrives late holds up no other tab', async () => {
  const { name, database, onOpened } = newDatabase()
  const frozen = await hold(name)
  await expect(database.open()).rejects.toThrow(HELD)
  frozen.close()
  await expect.poll(() => onOpened).toHaveBeenCalled()
  await database.close()
  const blocked = vi.fn<() => void>()
  const newer = await openDB(name, 9, { blocked })
  newer.close()
  expect(blocked).not.toHaveBeenCalled()
})

test('a deletion does not wait for an opening that a frozen tab holds up', async () => {
  const { name, database } = newDatabase()
  const frozen = await hold(name)
  await expect(database.open()).rejects.toThrow(HELD)
  await database.close()
  await deleteDatabase(indexedDB, name)
  expect((await indexedDB.databases()).map((one) => one.name)).toContain(name)
  frozen.close()
})

test('what the database had lost is restored once the other tab closes it, without a further use [R-8.080]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await storeAndLose('notes/1')
  const frozen = await hold('notes')
  const phone = openNotes()
  const onRestored = vi.fn<RestoredListener>()
  phone.onRestored('notes', onRestored)
  await expect(phone.notes.getAll()).rejects.toThrow(HELD)
  frozen.close()
  await expect.poll(() => onRestored).toHaveBeenCalledWith({ count: 1, left: [], isLate: false })
  expect(await phone.notes.getAll()).toEqual([{ text: '1' }])
})

test('an upgrade that has begun is never given up, however slow the phone is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isSlow = true
  const open = indexedDB.open.bind(indexedDB)
  const begun = new Promise<void>((resolve) => {
    vi.spyOn(indexedDB, 'open').mockImplementation((...version) => {
      const request = open(...version)
      request.addEventListener('upgradeneeded', () => {
        const store = request.result.createObjectStore('slow')
        const readAgain = () => {
          if (isSlow) store.get(1).onsuccess = readOnce
        }
        const readOnce = () => {
          resolve()
          readAgain()
        }
        readAgain()
      })
      return request
    })
  })
  const { database } = newDatabase()
  const opening = database.open()
  await begun
  vi.advanceTimersByTime(60_000)
  isSlow = false
  expect((await opening).objectStoreNames).toContain('visits')
})

test('a page that slept while the database opened does not say that another tab holds it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementationOnce((...version) => {
    // When the page wakes up, what was due meanwhile comes before the answer.
    queueMicrotask(() => vi.runOnlyPendingTimers())
    return open(...version)
  })
  const { database, onOpened } = newDatabase()
  expect((await database.open()).objectStoreNames).toContain('visits')
  expect(onOpened.mock.calls).toEqual([[false]])
})
