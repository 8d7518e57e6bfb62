import { beforeEach, expect, test, vi } from 'vitest'
import { createRestore } from '../../test/restored-in-memory.ts'

let warn = vi.spyOn(console, 'warn')
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue()
})

test('a start copies the rows without a copy, unless they are final or the server has them', async () => {
  const { rows, copies, done, run } = createRestore()
  rows.set('notes/a', {}).set('notes/b', {}).set('deals/c', {}).set('deals/d', { at: 5 })
  rows.set('photos/d', {}).set('photos/e', {})
  copies.set('notes/b', {})
  await run('notes', 'deals', 'photos')
  await expect
    .poll(() => done.added.map(({ collection, key }) => `${collection}/${key}`))
    .toEqual(['notes/a', 'deals/c', 'photos/e'])
})

test('a failure to check the copies is reported, and the restore has succeeded', async () => {
  const { rows, copies, deps, run } = createRestore()
  copies.set('notes/a', {})
  vi.spyOn(deps.copies, 'add').mockImplementation(() => {
    throw new Error('a bug')
  })
  rows.set('notes/b', {})
  expect(await run('notes')).toBe(1)
  await expect.poll(() => warn.mock.calls).toContainEqual([expect.any(String), new Error('a bug')])
})

test.each([
  [500, 0],
  [501, 250],
])(
  'of %i copies of deals a start deletes %i, those of the oldest final ones',
  async (count, deleted) => {
    const { rows, copies, done, run } = createRestore()
    rows.set('deals/open', { steps: 1 })
    copies.set('deals/open', { steps: 1 })
    for (let at = 1; at < count; at += 1) {
      rows.set(`deals/v${at}`, { at })
      copies.set(`deals/v${at}`, { at })
    }
    await run('deals')
    await expect.poll(() => done.removed).toHaveLength(deleted)
    const oldest = Array.from({ length: deleted }, (_, at) => `deals/v${deleted - at}`)
    expect(done.removed).toEqual(oldest)
  },
)

test('a row is copied although a row of another collection has a copy under the same key', async () => {
  const { rows, copies, done, run } = createRestore()
  rows.set('notes/v1', {})
  copies.set('visits/v1', {})
  await run('notes')
  await expect.poll(() => done.added).toEqual([{ collection: 'notes', key: 'v1' }])
})

test('no copy is deleted in a collection whose rows never become final', async () => {
  const { rows, copies, done, run } = createRestore()
  for (let at = 0; at < 501; at += 1) {
    rows.set(`notes/n${at}`, {})
    copies.set(`notes/n${at}`, {})
  }
  await run('notes')
  await new Promise((resolve) => setTimeout(resolve))
  expect(done.removed).toEqual([])
  expect(warn).not.toHaveBeenCalled()
})

test('a row that another tab has restored since the keys were read stays as it is', async () => {
  const { rows, copies, run } = createRestore({ readKeys: () => Promise.resolve([]) })
  rows.set('notes/a', { steps: 2 })
  copies.set('notes/a', { steps: 1 })
  expect(await run('notes')).toBe(0)
  expect(rows.get('notes/a')).toEqual({ steps: 2 })
})

test('a copy that another tab has deleted since the list is not made again', async () => {
  const { rows, copies, done, run } = createRestore()
  rows.set('visits/a', { steps: 1 })
  copies.set('visits/a', undefined)
  expect(await run('visits')).toBe(0)
  expect(done.added).toEqual([])
})
