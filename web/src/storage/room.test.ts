import { beforeEach, expect, test, vi } from 'vitest'
import { phoneDatabase } from './database.ts'
import { writePhone } from './write-phone.ts'
import { phoneTrouble } from './phone-trouble.ts'
import type * as room from './room.ts'

const MB = 1024 * 1024
const ENOUGH = 12 * MB

beforeEach(async () => {
  phoneTrouble.set(undefined)
  await (await phoneDatabase()).clear('snapshots')
})

const answer = { store: 'snapshots', key: 'list', value: 1 } as const
const RESERVE = 'room 0'
const keptAnswers = async () => (await phoneDatabase()).getAllKeys('snapshots')

/** The module as a page has it that was just opened. */
async function openPage() {
  const address = `./room.ts?${crypto.randomUUID()}`
  return (await import(/* @vite-ignore */ address)) as typeof room
}

/** What the browser says of the room: `left` bytes, one figure for each time that it is asked. */
function roomLeft(...left: readonly number[]): void {
  const estimate = vi.spyOn(navigator.storage, 'estimate')
  for (const bytes of left) estimate.mockResolvedValueOnce({ quota: 1e9 + bytes, usage: 1e9 })
}

const writes = () => vi.spyOn(IDBObjectStore.prototype, 'put')

test('a phone with room for a deal is left as it is, and tried once [R-8.078]', async () => {
  await writePhone([answer])
  const { checkRoom } = await openPage()
  const put = writes()
  roomLeft(ENOUGH, ENOUGH)
  await checkRoom()
  expect(put).toHaveBeenCalledTimes(12)
  await checkRoom()
  expect(put).toHaveBeenCalledTimes(12)
  expect(phoneTrouble.get()).toBeUndefined()
  expect(await keptAnswers()).toEqual(['list', RESERVE])
})

test('a phone that fills up later has a reserve, which gives way to work [R-8.079]', async () => {
  const { checkRoom } = await openPage()
  await checkRoom()
  expect(await keptAnswers()).toEqual([RESERVE])
  writes().mockImplementationOnce(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await writePhone([{ store: 'outbox', key: 'work', value: 1 }])
  expect(await keptAnswers()).toEqual([])
  const database = await phoneDatabase()
  expect(await database.get('outbox', 'work')).toBe(1)
  await database.delete('outbox', 'work')
})

test('where the browser says nothing the trial decides [R-8.078]', async () => {
  const { checkRoom } = await openPage()
  vi.spyOn(navigator, 'storage', 'get').mockReturnValue(undefined as never)
  const put = writes()
  await checkRoom()
  expect(put).toHaveBeenCalledTimes(12)
  expect(phoneTrouble.get()).toBeUndefined()
})

test('a phone that says it has too little is full once its kept answers have given way in vain, until it has room again [R-8.078, R-8.079]', async () => {
  await writePhone([answer])
  const { checkRoom } = await openPage()
  roomLeft(ENOUGH - 1, ENOUGH - 1, ENOUGH)
  await checkRoom()
  expect(phoneTrouble.get()).toBe('full')
  expect(await keptAnswers()).toEqual([])
  await checkRoom()
  expect(phoneTrouble.get()).toBeUndefined()
})

test('nothing is said where giving way was enough [R-8.079]', async () => {
  const { checkRoom } = await openPage()
  roomLeft(0, ENOUGH)
  await checkRoom()
  expect(phoneTrouble.get()).toBeUndefined()
})

test.each(['QuotaExceededError', 'DataError'])(
  'a phone that says it has room, and has none (%s), is found out [R-8.078]',
  async (name) => {
    const { checkRoom } = await openPage()
    roomLeft(1e10, 1e10, 1e10)
    let left = 5
    const put = writes().mockImplementation(() => {
      left -= 1
      if (left < 0) throw new DOMException('The disk is full', name)
      return undefined as unknown as IDBRequest<IDBValidKey>
    })
    await checkRoom()
    expect(phoneTrouble.get()).toBe('full')
    put.mockRestore()
    await checkRoom()
    expect(phoneTrouble.get()).toBeUndefined()
    expect(await keptAnswers()).toEqual([RESERVE])
  },
)

test('a database that cannot be written to is said, and not mended by room [R-8.080]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { checkRoom } = await openPage()
  roomLeft(ENOUGH, ENOUGH)
  const put = writes().mockImplementation(() => {
    throw new DOMException('Internal error', 'UnknownError')
  })
  await checkRoom()
  expect(phoneTrouble.get()).toBe('broken')
  put.mockRestore()
  await checkRoom()
  expect(phoneTrouble.get()).toBe('broken')
})

test('what is tried with cannot be compressed: zeros fit on a full disk [R-8.078]', async () => {
  const { checkRoom } = await openPage()
  const put = writes()
  await checkRoom()
  const piece = new Blob([put.mock.calls[0]?.[0] as Uint8Array<ArrayBuffer>])
  const packed = await new Response(
    piece.stream().pipeThrough(new CompressionStream('gzip')),
  ).arrayBuffer()
  expect(packed.byteLength).toBeGreaterThan(MB)
})

test('persistence is asked for once [R-8.077]', async () => {
  const fresh = await openPage()
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true)
  fresh.askToPersist()
  fresh.askToPersist()
  expect(persist).toHaveBeenCalledOnce()
})
