import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  onCopyRead,
  listNoteCopies,
  loseNotes,
  openNotes,
  storeAndLose,
  storedNote,
} from '../../test/notes-storage.ts'
import type { RestoredListener } from './restore-runs.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const newListener = () => vi.fn<RestoredListener>()

/** Cache Storage in which this copy does not answer before the test releases it. `reads` has the copies that were read. */
function holdCopy(path?: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const reads: string[] = []
  const findCaches = onCopyRead(async (read) => {
    reads.push(read)
    if (read === path) await released
  })
  onTestFinished(release)
  return { findCaches, reads, release }
}

test('each restore notifies its listeners, also after the page was open [R-8.080]', async () => {
  await storeAndLose('notes/1', 'notes/2')
  const phone = openNotes()
  const onNotes = newListener()
  const onDrafts = newListener()
  phone.onRestored('notes', onNotes)
  phone.onRestored('drafts', onDrafts)
  for (const times of [1, 2, 3]) {
    expect(await phone.notes.getAll()).toHaveLength(2)
    await expect.poll(() => onNotes).toHaveBeenCalledTimes(times)
    expect(onNotes).toHaveBeenLastCalledWith({ count: 2, left: [], isLate: false })
    await loseNotes()
  }
  expect(onDrafts).not.toHaveBeenCalled()
})

test('a listener that was removed is not called', async () => {
  await storeAndLose('notes/1')
  const phone = openNotes()
  const listener = newListener()
  phone.onRestored('notes', listener)()
  await phone.whenRestored('notes')
  expect(listener).not.toHaveBeenCalled()
})

test('a restore that ends after the limit is late, also when another tab restored the rows [R-8.080]', async () => {
  await storeAndLose('notes/1')
  const copies = holdCopy('notes/1')
  const phone = openNotes(copies)
  const listener = newListener()
  phone.onRestored('notes', listener)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const listed = phone.notes.getAll()
  await expect.poll(() => copies.reads).toEqual(['notes/1'])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await listed).toEqual([])
  // Another tab has restored it.
  await openNotes({ findCaches: () => undefined }).notes.put('1', { text: '1' })
  copies.release()
  await expect.poll(() => listener.mock.calls).toEqual([[{ count: 0, left: [], isLate: true }]])
})

test('a restore stops when a newer connection has started another one, and lists wait for the newer restore', async () => {
  await storeAndLose('notes/1', 'notes/2')
  const [held, other] = await listNoteCopies()
  const copies = holdCopy(held)
  const phone = openNotes(copies)
  const first = phone.whenRestored('notes')
  const listed = phone.notes.getAll()
  await expect.poll(() => copies.reads).toEqual([held])
  await loseNotes()
  await phone.drafts.get('none')
  await expect.poll(() => copies.reads).toEqual([held, held])
  copies.release()
  expect(await listed).toHaveLength(2)
  await first
  // Only the newer restore has read it, before and after it got the lock.
  expect(copies.reads.filter((path) => path === other)).toHaveLength(2)
})

test('a wait for a restore continues with the newer restore that replaces it', async () => {
  await storeAndLose('notes/1', 'notes/2')
  const [held] = await listNoteCopies()
  const copies = holdCopy(held)
  const phone = openNotes(copies)
  const first = phone.whenRestored('notes')
  await expect.poll(() => copies.reads).toEqual([held])
  await loseNotes()
  await phone.drafts.get('none')
  copies.release()
  await first
  expect(await storedNote('notes', '1')).toEqual({ text: '1' })
  expect(await storedNote('notes', '2')).toEqual({ text: '2' })
})

test('another tab with the lock of the second copy delays a restore for one second at most', async () => {
  await storeAndLose('notes/1')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  onTestFinished(release)
  await new Promise<void>((granted) => {
    void navigator.locks.request('notes-copy', () => {
      granted()
      return held
    })
  })
  const copies = holdCopy()
  const phone = openNotes(copies)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const restored = phone.whenRestored('notes')
  await expect.poll(() => copies.reads).toEqual(['notes/1'])
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await restored).toMatchObject({ count: 1 })
})

test('a listener that fails is reported, and the restore still ends', async () => {
  await storeAndLose('notes/1')
  const phone = openNotes()
  const reported = vi.spyOn(console, 'warn').mockReturnValue()
  phone.onRestored('notes', () => {
    throw new Error('not read')
  })
  expect(await phone.whenRestored('notes')).toMatchObject({ count: 1 })
  expect(reported).toHaveBeenCalledWith(expect.any(String), new Error('not read'))
})

test('only collections that are used are restored: a service worker restores no visits', async () => {
  await storeAndLose('drafts/1', 'notes/1')
  const worker = openNotes()
  await worker.whenListsComplete()
  expect(await worker.notes.getAll()).toEqual([{ text: '1' }])
  expect(await storedNote('drafts', '1')).toBeUndefined()
  expect(await worker.whenRestored('drafts')).toEqual({
    count: 1,
    left: [],
    isLate: false,
  })
  expect(await storedNote('drafts', '1')).toEqual({ text: '1' })
})

test('the collections for which no list waits are restored first', async () => {
  await storeAndLose('drafts/1', 'notes/1')
  const copies = holdCopy()
  const phone = openNotes(copies)
  await phone.read(['notes', 'drafts'], async () => {})
  await Promise.all([phone.whenRestored('notes'), phone.whenRestored('drafts')])
  expect(copies.reads[0]).toBe('drafts/1')
})

test.each([
  ['drafts/1', 'notes'],
  ['notes/1', 'drafts'],
] as const)(
  'a copy in %s that does not answer does not delay the rows of %s',
  async (held, other) => {
    await storeAndLose('drafts/1', 'notes/1')
    const phone = openNotes(holdCopy(held))
    await phone.read(['notes', 'drafts'], async () => {})
    expect(await phone.whenRestored(other)).toMatchObject({ count: 1 })
  },
)

test('a list that is read while the storage is being closed waits for one new restore, and the next use starts none', async () => {
  const phone = openNotes()
  await phone.notes.put('1', { text: '1' })
  await expect.poll(listNoteCopies).toHaveLength(1)
  // The database loses the row; this tab has no second copy to delete from.
  await openNotes({ findCaches: () => undefined }).notes.delete('1')
  const list = vi.spyOn(Cache.prototype, 'keys')
  const closed = phone.close()
  expect(await phone.notes.getAll()).toEqual([{ text: '1' }])
  await closed
  expect(await phone.notes.getAll()).toHaveLength(1)
  expect(list).toHaveBeenCalledOnce()
})
