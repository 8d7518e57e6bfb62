import { beforeEach, expect, test, vi } from 'vitest'
import { phoneDatabase, writeRows } from '../../test/phone-database.ts'
import { createFreeSpace } from './free-space.ts'
import { storage } from './phone-storage.ts'
import { storageProblem } from './storage-problem.ts'

const ENOUGH = 12 * 1024 * 1024

beforeEach(async () => {
  storageProblem.set(undefined)
  await (await phoneDatabase()).clear('snapshots')
})

const answer = { collection: 'snapshots', key: 'list', row: 1 } as const
const RESERVE = ['room 0', 'room 1', 'room 2', 'room 3']
const snapshotKeys = async () => (await phoneDatabase()).getAllKeys('snapshots')

/** The check of a newly opened page. */
const openPage = () => createFreeSpace({ storage, browserStorage: () => navigator.storage })

/** Makes the browser report `left` free bytes, one figure for each request. */
function spaceLeft(...left: readonly number[]): void {
  const estimate = vi.spyOn(navigator.storage, 'estimate')
  for (const bytes of left) estimate.mockResolvedValueOnce({ quota: 1e9 + bytes, usage: 1e9 })
}

const writes = () => vi.spyOn(IDBObjectStore.prototype, 'put')
const bytesWritten = (put: ReturnType<typeof writes>) =>
  put.mock.calls.reduce((sum, [row]) => sum + (row as Uint8Array).byteLength, 0)

test('a phone with space for a deal keeps its snapshots, and one write is tried [R-8.078]', async () => {
  await writeRows([answer])
  const { checkFreeSpace } = openPage()
  const put = writes()
  spaceLeft(ENOUGH, ENOUGH)
  await checkFreeSpace()
  expect(bytesWritten(put)).toBe(ENOUGH)
  await checkFreeSpace()
  expect(bytesWritten(put)).toBe(ENOUGH)
  expect(storageProblem.get()).toBeUndefined()
  expect(await snapshotKeys()).toEqual(['list', ...RESERVE])
})

test('a phone that fills up later evicts its reserve for work [R-8.079]', async () => {
  const { checkFreeSpace } = openPage()
  await checkFreeSpace()
  expect(await snapshotKeys()).toEqual(RESERVE)
  writes().mockImplementationOnce(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await writeRows([{ collection: 'outbox', key: 'work', row: 1 }])
  expect(await snapshotKeys()).toEqual([])
  const database = await phoneDatabase()
  expect(await database.get('outbox', 'work')).toBe(1)
  await database.delete('outbox', 'work')
})

test.each([
  ['no storage to ask', undefined],
  ['no estimate', {}],
])('in a browser that has %s a write is tried [R-8.078]', async (_what, browserStorage) => {
  const { checkFreeSpace } = openPage()
  vi.spyOn(navigator, 'storage', 'get').mockReturnValue(browserStorage as never)
  const put = writes()
  await checkFreeSpace()
  expect(bytesWritten(put)).toBe(ENOUGH)
  expect(storageProblem.get()).toBeUndefined()
})

test('a phone that reports too little space even without its snapshots is full until it has space again [R-8.078, R-8.079]', async () => {
  await writeRows([answer])
  const { checkFreeSpace } = openPage()
  spaceLeft(ENOUGH - 1, ENOUGH - 1, ENOUGH)
  await checkFreeSpace()
  expect(storageProblem.get()).toBe('full')
  expect(await snapshotKeys()).toEqual([])
  await checkFreeSpace()
  expect(storageProblem.get()).toBeUndefined()
})

test('there is no problem when the eviction was enough [R-8.079]', async () => {
  const { checkFreeSpace } = openPage()
  spaceLeft(0, ENOUGH)
  await checkFreeSpace()
  expect(storageProblem.get()).toBeUndefined()
})

test.each([
  ['QuotaExceededError', 'The disk is full'],
  ['DataError', 'Failed to write blobs (IOError)'],
])(
  'a phone that reports space, and has none (%s), is detected [R-8.078]',
  async (name, message) => {
    const { checkFreeSpace } = openPage()
    spaceLeft(1e10, 1e10, 1e10)
    let left = 5
    const put = writes().mockImplementation(() => {
      left -= 1
      if (left < 0) throw new DOMException(message, name)
      return undefined as unknown as IDBRequest<IDBValidKey>
    })
    await checkFreeSpace()
    expect(storageProblem.get()).toBe('full')
    put.mockRestore()
    await checkFreeSpace()
    expect(storageProblem.get()).toBeUndefined()
    expect(await snapshotKeys()).toEqual(RESERVE)
  },
)

test('a database that cannot be written is a problem, and free space does not solve it [R-8.080]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { checkFreeSpace } = openPage()
  spaceLeft(ENOUGH, ENOUGH)
  const put = writes().mockImplementation(() => {
    throw new DOMException('Internal error', 'UnknownError')
  })
  await checkFreeSpace()
  expect(storageProblem.get()).toBe('broken')
  put.mockRestore()
  await checkFreeSpace()
  expect(storageProblem.get()).toBe('broken')
})

test('the trial writes bytes that cannot be compressed: zeros fit on a full disk [R-8.078]', async () => {
  const { checkFreeSpace } = openPage()
  const put = writes()
  await checkFreeSpace()
  const pieces = new Blob(put.mock.calls.map(([row]) => row as Uint8Array<ArrayBuffer>))
  const packed = await new Response(
    pieces.stream().pipeThrough(new CompressionStream('gzip')),
  ).arrayBuffer()
  expect(packed.byteLength).toBeGreaterThan(ENOUGH)
})

/** A phone with space for `place` rows; once space was made, for all. */
function openFullPage(place: number, makeSpace = () => Promise.resolve()) {
  const rows = new Set<string>()
  let free = place
  const write: Parameters<typeof createFreeSpace>[0]['storage']['write'] = async (all) => {
    for (const { key, ...one } of all) {
      if (!('row' in one) || one.row === undefined) rows.delete(key)
      else if (rows.size < free) rows.add(key)
      else throw new DOMException('The disk is full', 'QuotaExceededError')
    }
  }
  const makeFreeSpace = vi.fn<() => Promise<void>>(async () => {
    await makeSpace()
    free = Infinity
  })
  const page = createFreeSpace({
    storage: { write, makeFreeSpace },
    browserStorage: () => undefined,
  })
  return { ...page, rows, makeFreeSpace }
}

test('a trial that fails leaves nothing of it behind, and is repeated after space was made [R-8.079]', async () => {
  const { checkFreeSpace, rows, makeFreeSpace } = openFullPage(6)
  makeFreeSpace.mockImplementationOnce(async () => expect([...rows]).toEqual([]))
  await checkFreeSpace()
  expect(storageProblem.get()).toBe('full')
  expect([...rows]).toEqual([])
  await checkFreeSpace()
  expect(storageProblem.get()).toBeUndefined()
  expect(makeFreeSpace).toHaveBeenCalledTimes(2)
  expect([...rows]).toEqual(RESERVE)
})

test('a phone that is too full to make space is full, and not broken [R-8.080]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const full = new DOMException('The disk is full', 'QuotaExceededError')
  await openFullPage(6, () => Promise.reject(full)).checkFreeSpace()
  expect(storageProblem.get()).toBe('full')
})
