import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { defineCollection } from './collection.ts'
import { createRestoreRuns, type Restored } from './restore-runs.ts'

const schema = v.object({ text: v.string() })
const collections = {
  deals: defineCollection({ schema, secondCopy: { isAwaited: true } }),
  visits: defineCollection({ schema, secondCopy: {} }),
  entries: defineCollection({ schema, secondCopy: { isAwaited: true } }),
  /** Has no copies. */
  answers: defineCollection({ schema }),
}

type Found = Omit<Restored, 'isLate'>
const none: Found = { count: 0, left: [] }

function newRuns() {
  const restore = vi.fn<(group: readonly string[]) => Promise<Found>>().mockResolvedValue(none)
  const runs = createRestoreRuns(collections, restore)
  return { ...runs, restore, groups: () => restore.mock.calls.map(([group]) => group) }
}

test('the use of one awaited collection restores all of them together, once', async () => {
  const { begin, whenRestored, groups } = newRuns()
  begin(['entries', 'answers'])
  expect(groups()).toEqual([['deals', 'entries']])
  begin(['deals'])
  await whenRestored('deals')
  expect(groups()).toHaveLength(1)
  begin(['visits'])
  expect(groups().slice(1)).toEqual([['visits']])
})

test('the use of a collection without copies restores nothing', () => {
  const { begin, groups } = newRuns()
  begin(['answers'])
  expect(groups()).toEqual([])
})

test('a restore that found the phone full is done again for those who wait for it', async () => {
  const { whenRestored, restore } = newRuns()
  const left = [{ collection: 'visits', key: '7', owner: '' }]
  restore.mockResolvedValueOnce({ count: 1, left })
  expect(await whenRestored('visits')).toMatchObject({ count: 1, left })
  expect(await whenRestored('visits')).toMatchObject({ count: 0, left: [] })
  await whenRestored('visits')
  expect(restore).toHaveBeenCalledTimes(2)
})

test('a restore that cannot reach the copies is reported, holds up no list, and is done again with the next use', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { begin, whenRestored, whenListsComplete, restore } = newRuns()
  const closed = new DOMException('The bucket cannot be opened', 'UnknownError')
  restore.mockRejectedValueOnce(closed).mockRejectedValueOnce(closed)
  begin(['deals'])
  await whenListsComplete()
  await expect.poll(() => warn.mock.calls).toEqual([['Not restored: deals,entries', closed]])
  await expect(whenRestored('deals')).rejects.toThrow('The bucket cannot be opened')
  expect(await whenRestored('deals')).toMatchObject({ count: 0, left: [] })
  expect(warn).toHaveBeenCalledTimes(2)
})

test('a restore that failed is done again with a new connection, and who waits for it waits for that one', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const runs = newRuns()
  const { begin, whenRestored, restore } = runs
  const closed = new DOMException('The bucket cannot be opened', 'UnknownError')
  let fail = (_error: Error) => {}
  restore.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)))
  begin(['visits'])
  const waiting = whenRestored('visits')
  runs.opened(true)
  fail(closed)
  expect(await waiting).toMatchObject({ count: 0, left: [] })
  restore.mockRejectedValueOnce(closed)
  begin(['deals'])
  await expect(whenRestored('deals')).rejects.toThrow('The bucket cannot be opened')
  runs.opened(true)
  expect(restore).toHaveBeenLastCalledWith(['deals', 'entries'], expect.anything())
  expect(restore).toHaveBeenCalledTimes(5)
})

test('who waits for a restore waits for its listeners, too', async () => {
  const { whenRestored, onRestored } = newRuns()
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const steps: string[] = []
  const listener = vi.fn<() => Promise<void>>(() => ended.then(() => void steps.push('listener')))
  onRestored('visits', listener)
  const waiting = whenRestored('visits').then(() => steps.push('waiting'))
  await expect.poll(() => listener).toHaveBeenCalled()
  await new Promise((resolve) => setTimeout(resolve))
  end()
  await waiting
  expect(steps).toEqual(['listener', 'waiting'])
})

test('nothing waits for a restore that has not begun', async () => {
  const { whenListsComplete, groups } = newRuns()
  await whenListsComplete()
  expect(groups()).toEqual([])
})
