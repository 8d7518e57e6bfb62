import { beforeEach, expect, test, vi } from 'vitest'
import { createRestore, stepsOf } from '../../test/restored-in-memory.ts'
import { CutCopyError } from './second-copy.ts'

let warn = vi.spyOn(console, 'warn')
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue()
})

test('a missing row comes back, and a row that is there is not even compared', async () => {
  const { rows, copies, done, run } = createRestore()
  rows.set('notes/a', { steps: 1 })
  copies.set('notes/a', { steps: 2 }).set('notes/b', { steps: 3 }).set('visits/c', {})
  expect(await run('notes')).toBe(1)
  expect([...rows]).toEqual([
    ['notes/a', { steps: 1 }],
    ['notes/b', { steps: 3 }],
  ])
  expect(done.read).toEqual(['notes/b'])
})

test('a row comes back from a copy that is further, and a copy that is behind is made again', async () => {
  const { rows, copies, done, run } = createRestore()
  for (const [key, stored, copy] of [
    ['a', 1, 2],
    ['b', 2, 1],
    ['c', 1, 1],
  ] as const) {
    rows.set(`visits/${key}`, { steps: stored })
    copies.set(`visits/${key}`, { steps: copy })
  }
  expect(await run('visits')).toBe(1)
  expect([...rows.values()].map(stepsOf)).toEqual([2, 2, 1])
  expect(done.added).toEqual([{ collection: 'visits', key: 'b' }])
})

test('a final row is not compared with its copy', async () => {
  const { rows, copies, done, run } = createRestore()
  rows.set('deals/a', { steps: 1, at: 5 }).set('deals/b', { steps: 1 })
  copies.set('deals/a', { steps: 2 }).set('deals/b', { steps: 2 })
  expect(await run('deals')).toBe(1)
  expect(done.read).toEqual(['deals/b'])
})

test('missing rows come back one at a time, and 20 that are there are compared at once', async () => {
  const { rows, copies, deps, run } = createRestore()
  const keys = Array.from({ length: 45 }, (_, at) => `n${String(at).padStart(2, '0')}`)
  for (const key of keys) copies.set(`visits/${key}`, { steps: 2 })
  for (const key of keys.slice(3)) rows.set(`visits/${key}`, { steps: 1 })
  const together: number[] = []
  let open = 0
  vi.spyOn(deps.copies, 'read').mockImplementation(async () => {
    open += 1
    const most = open
    await new Promise((resolve) => setTimeout(resolve))
    together.push(most)
    open -= 1
    return { steps: 2 }
  })
  expect(await run('visits')).toBe(45)
  expect(together).toEqual([
    1,
    1,
    1,
    ...[20, 20, 2].flatMap((count) => [...Array(count).keys()].map((at) => at + 1)),
  ])
})

test('copies that cannot be listed restore nothing, and are reported', async () => {
  const { rows, deps, done, run } = createRestore()
  rows.set('notes/a', {})
  vi.spyOn(deps.copies, 'list').mockRejectedValue(new Error('a damaged disk'))
  expect(await run('notes')).toBe(0)
  expect(warn).toHaveBeenCalledWith(expect.any(String), new Error('a damaged disk'))
  expect(done.added).toEqual([])
})

test('a collection that cannot be read stops no other', async () => {
  const { rows, copies, deps, run } = createRestore()
  copies.set('notes/a', {}).set('photos/b', { steps: 1 })
  const readKeys = deps.readKeys
  vi.spyOn(deps, 'readKeys').mockImplementation((name) =>
    name === 'notes' ? Promise.reject(new Error('a damaged disk')) : readKeys(name),
  )
  expect(await run('notes', 'photos')).toBe(1)
  expect([...rows.keys()]).toEqual(['photos/b'])
  expect(warn).toHaveBeenCalledWith(expect.any(String), new Error('a damaged disk'))
})

test('a copy that cannot be read stops no other, and is made again from its row', async () => {
  const { rows, copies, done, run } = createRestore()
  const damaged = new Error('a damaged copy')
  rows.set('visits/a', { steps: 1 })
  copies.set('visits/a', damaged).set('visits/b', damaged).set('visits/c', { steps: 1 })
  copies.set('visits/d', new CutCopyError())
  expect(await run('visits')).toBe(1)
  expect(done.added).toEqual([{ collection: 'visits', key: 'a' }])
  // The other damaged copy may be read at the next start.
  expect(done.removed).toEqual(['visits/d'])
})

test('a cut copy stays while nobody knows whether its row is there', async () => {
  const hasRow = () => Promise.reject(new Error('not now'))
  const { copies, done, run } = createRestore({ hasRow })
  copies.set('notes/a', new CutCopyError())
  expect(await run('notes')).toBe(0)
  expect(done).toMatchObject({ added: [], removed: [] })
})

test('a row of which another tab has deleted the copy is not written', async () => {
  const { rows, copies, deps, run } = createRestore()
  copies.set('notes/a', {})
  vi.spyOn(deps.copies, 'has').mockResolvedValue(false)
  const changeRow = vi.spyOn(deps, 'changeRow')
  expect(await run('notes')).toBe(0)
  expect(changeRow).not.toHaveBeenCalled()
  expect(rows.size).toBe(0)
})

test.each([
  ['notes', 0],
  ['photos', 1],
] as const)(
  'a row of %s whose copy another tab deletes while it is written comes back %i times',
  async (collection, count) => {
    const { rows, copies, deps, run } = createRestore()
    copies.set(`${collection}/a`, {})
    const changeRow = deps.changeRow
    vi.spyOn(deps, 'changeRow').mockImplementation((name, change) => {
      copies.clear()
      return changeRow(name, change)
    })
    // A full phone also deletes copies of photos.
    expect(await run(collection)).toBe(count)
    expect(rows.size).toBe(count)
  },
)

test('a row that another tab has changed since it was compared stays as it is', async () => {
  const { rows, copies, deps, run } = createRestore()
  rows.set('visits/a', { steps: 1 })
  copies.set('visits/a', { steps: 2 }).set('visits/b', { steps: 2 })
  vi.spyOn(deps.copies, 'aloneOrLate').mockImplementation((work) => {
    rows.set('visits/a', { steps: 3 }).set('visits/b', { steps: 1 })
    return work()
  })
  expect(await run('visits')).toBe(0)
  expect([...rows.values()].map(stepsOf)).toEqual([3, 1])
})

const [deal, entry] = [
  { collection: 'deals', key: 'v1' },
  { collection: 'entries', key: 'e1' },
]
const deletion = [deal, { ...entry, isDeleted: true, endedBy: deal }]

test('an ended row does not come back: its copy is deleted after that of the row that ended it', async () => {
  const { rows, copies, done, run } = createRestore()
  rows.set('deals/v1', { at: 5 })
  copies.set('entries/e1', { steps: 1 })
  expect(await run('entries')).toBe(0)
  expect([...rows.keys()]).toEqual(['deals/v1'])
  expect(done.added).toEqual(deletion)
})

test('rows of which the database had lost the deletion are deleted, also when that fails once', async () => {
  const { rows, done, deps, run } = createRestore()
  rows.set('deals/v1', { at: 0 }).set('entries/e1', { steps: 1 }).set('entries/e2', {})
  const failing = vi.spyOn(deps, 'deleteRows').mockRejectedValueOnce(new Error('not now'))
  expect(await run('entries')).toBe(0)
  expect(done.added.slice(0, deletion.length)).toEqual(deletion)
  failing.mockRestore()
  await run('entries')
  expect([...rows.keys()]).toEqual(['deals/v1', 'entries/e2'])
})

test('an entry whose deal is not final comes back, and stays', async () => {
  const { rows, copies, run } = createRestore()
  rows.set('deals/v1', { steps: 1 })
  copies.set('entries/e1', { steps: 1 })
  expect(await run('entries')).toBe(1)
  expect(rows.get('entries/e1')).toEqual({ steps: 1 })
})

test('a restore that is stopped ends after the current row, and checks no copies', async () => {
  const { rows, copies, deps, done, run, stop } = createRestore()
  copies.set('notes/a', {}).set('notes/b', {})
  rows.set('notes/c', {})
  const changeRow = deps.changeRow
  vi.spyOn(deps, 'changeRow').mockImplementation((name, change) => {
    stop()
    return changeRow(name, change)
  })
  expect(await run('notes', 'visits')).toBe(1)
  expect([...rows.keys()]).toEqual(['notes/c', 'notes/a'])
  await new Promise((resolve) => setTimeout(resolve))
  expect(done.added).toEqual([])
})

test('a copy that is further than its row stays when the phone is too full to store it', async () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const { rows, copies, done, restore } = createRestore({ changeRow: full })
  rows.set('visits/v1', { steps: 1 })
  const copy = { steps: 2, owner: '9000000001' }
  copies.set('visits/v1', copy).set('visits/v2', { steps: 1 })
  const left = [
    { collection: 'visits', key: 'v2', owner: undefined },
    { collection: 'visits', key: 'v1', owner: '9000000001' },
  ]
  expect(await restore('visits')).toEqual({ count: 0, left })
  expect(done.added).toEqual([])
  expect(copies.get('visits/v1')).toEqual(copy)
})
