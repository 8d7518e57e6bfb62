import { beforeEach, expect, test, vi } from 'vitest'
import {
  onCopyRead,
  listNoteCopies,
  openNotes,
  storeAndLose,
  storedNote,
} from '../../test/notes-storage.ts'
import type { Collection } from './collection.ts'
import { createSecondCopies } from './second-copy.ts'
import type { AroundTransaction } from './transaction.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

/** Stops the first write of a tab, before it begins or after it is on the disk, until the test releases it. */
function holdFirstWrite(moment: 'before' | 'after') {
  let reach = () => {}
  let release = () => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  let isHeld = false
  const aroundTransaction: AroundTransaction = async ({ mode }, run) => {
    const isFirst = mode === 'readwrite' && !isHeld
    if (!isFirst) return run()
    isHeld = true
    const result = moment === 'after' ? await run() : undefined
    reach()
    await released
    return result ?? run()
  }
  return { aroundTransaction, reached, release }
}

/** Another tab that holds the lock of the copies until the test releases it. */
function holdLock() {
  let hold = () => {}
  let release = () => {}
  const held = new Promise<void>((resolve) => (hold = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  void navigator.locks.request('notes-copy', () => {
    hold()
    return released
  })
  return { held, release }
}

/** Resolves when a tab waits for the lock of another. */
async function waitForLock(): Promise<void> {
  await expect.poll(async () => (await navigator.locks.query()).pending).toHaveLength(1)
}

const withoutLocks = { locks: undefined }
const everyBrowser = [
  ['with locks', {}],
  ['without locks', withoutLocks],
] as const

test.each(everyBrowser)(
  'a full phone in another tab deletes no row that is being restored, %s',
  async (_browser, locks) => {
    await storeAndLose('notes/1')
    const write = holdFirstWrite('after')
    const restoring = openNotes({ ...write, ...locks }).whenRestored('notes')
    await write.reached
    await openNotes(locks).makeFreeSpace()
    write.release()
    expect(await restoring).toMatchObject({ count: 1 })
    expect(await storedNote('notes', '1')).toEqual({ text: '1' })
  },
)

test.each(everyBrowser)(
  'a full phone in another tab keeps the copy of a row that is not restored yet, %s',
  async (_browser, locks) => {
    await storeAndLose('notes/1')
    const write = holdFirstWrite('before')
    const restoring = openNotes({ ...write, ...locks }).whenRestored('notes')
    await write.reached
    const other = openNotes(locks)
    await other.makeFreeSpace()
    write.release()
    await restoring
    expect(await storedNote('notes', '1')).toEqual({ text: '1' })
  },
)

test('a row that another tab deletes before it is restored stays deleted', async () => {
  await storeAndLose('notes/1')
  const other = openNotes()
  // The restoring tab has read the copy, and the other tab deletes the row before the restore goes on.
  const findCaches = onCopyRead(() => other.notes.delete('1'))
  expect(await openNotes({ findCaches }).whenRestored('notes')).toMatchObject({ count: 0 })
  expect(await storedNote('notes', '1')).toBeUndefined()
  expect(await listNoteCopies()).toEqual([])
})

test('a row that another tab deletes while it is restored stays deleted', async () => {
  await storeAndLose('notes/1')
  const write = holdFirstWrite('before')
  const restoring = openNotes(write).whenRestored('notes')
  await write.reached
  const deleted = openNotes().notes.delete('1')
  await Promise.race([deleted, waitForLock()])
  write.release()
  await Promise.all([restoring, deleted])
  expect(await storedNote('notes', '1')).toBeUndefined()
  expect(await listNoteCopies()).toEqual([])
})

test('without locks a row that another tab deletes while it is restored stays deleted', async () => {
  await storeAndLose('drafts/1')
  const write = holdFirstWrite('before')
  const restoring = openNotes({ ...write, ...withoutLocks }).whenRestored('drafts')
  await write.reached
  const cache = await caches.open('notes-copy')
  // The other tab deletes the copy, then its row, which is missing.
  await cache.delete('/second-copy/drafts/1')
  write.release()
  expect(await restoring).toMatchObject({ count: 0 })
  expect(await storedNote('drafts', '1')).toBeUndefined()
})

test('a row that two tabs restore comes back once', async () => {
  await storeAndLose('notes/1')
  const counts = await Promise.all([
    openNotes().whenRestored('notes'),
    openNotes().whenRestored('notes'),
  ])
  expect(counts).toEqual(
    expect.arrayContaining([0, 1].map((count) => ({ count, left: [], isLate: false }))),
  )
})

test('a row that stays keeps its copy when another tab delays the deletion of the copy', async () => {
  const storage = openNotes()
  await storage.notes.put('1', { text: '1' })
  await expect.poll(listNoteCopies).toEqual(['notes/1'])
  const lock = holdLock()
  await lock.held
  // The work may delete the row, so its copy is deleted first, and the work waits a second for that. Then it keeps the row.
  await storage.change(['notes'], () => Promise.resolve(), {
    deletes: [{ collection: 'notes', key: '1' }],
  })
  lock.release()
  await storage.notes.put('2', { text: '2' })
  await expect.poll(listNoteCopies).toEqual(['notes/1', 'notes/2'])
})

test('a deleted row leaves no copy when its copy is asked for meanwhile', async () => {
  const storage = openNotes()
  await storage.notes.put('1', { text: '1' })
  await expect.poll(listNoteCopies).toEqual(['notes/1'])
  const copies = createSecondCopies({
    findCaches: () => caches,
    locks: navigator.locks,
    cacheName: 'notes-copy',
    collections: { notes: { secondCopy: {} } as Collection },
    readRow: () => Promise.resolve(undefined),
    hasRow: () => Promise.resolve(false),
  })
  const lock = holdLock()
  await lock.held
  copies.add([{ collection: 'notes', key: '1', isDeleted: true }])
  copies.add([{ collection: 'notes', key: '1' }])
  lock.release()
  await expect.poll(listNoteCopies).toEqual([])
})
