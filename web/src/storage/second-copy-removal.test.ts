import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { COPIES, createCopiedRows, nameOf } from '../../test/copied-rows.ts'
import { standing } from '../../test/stopped-clock.ts'
import { CutCopyError } from './second-copy.ts'

let warn = vi.spyOn(console, 'warn')
beforeEach(async () => {
  warn = vi.spyOn(console, 'warn').mockReturnValue()
  await caches.delete(COPIES)
})

const bytes = new Uint8Array([1, 10, 2]).buffer
const [note, entry] = [nameOf('notes', 'n1'), nameOf('entries', 'v1')]
const photo = nameOf('photos', 'v1.packet.1')

/** Two rows and a photo with their copies. */
async function createThree() {
  const phone = createCopiedRows()
  const all = [note, entry, photo]
  for (const name of all) phone.setRow(name, { bytes })
  phone.copies.add(all)
  await expect.poll(phone.listCopied).toHaveLength(3)
  return phone
}

/** Another tab that holds the lock of the copies until the test releases it. */
async function holdLock() {
  let hold = () => {}
  let release = () => {}
  const held = new Promise<void>((resolve) => (hold = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  void navigator.locks.request(COPIES, () => {
    hold()
    return released
  })
  await held
  return () => release()
}

/** Lets the test decide when a second has gone by. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('the named copies are deleted, and no others', async () => {
  const { copies, listCopied } = await createThree()
  await copies.remove([note, nameOf('notes', 'none'), nameOf('answers', 'a')])
  expect(await listCopied()).toEqual(['entries/v1', 'photos/v1.packet.1'])
  expect(await copies.has(note)).toBe(false)
  expect(await copies.read(note)).toBeUndefined()
  expect(await copies.has(entry)).toBe(true)
})

test('a deletion of rows without copies waits for no other tab', async () => {
  const { copies } = createCopiedRows()
  const request = vi.spyOn(navigator.locks, 'request')
  await copies.remove([nameOf('answers', 'a')])
  await copies.remove([])
  expect(request).not.toHaveBeenCalled()
})

test('a copy that waits to be made is not made after its deletion', async () => {
  const { copies, setRow, listCopied } = createCopiedRows()
  const release = await holdLock()
  setRow(note, {})
  setRow(entry, {})
  const removing = copies.remove([note])
  copies.add([note, entry])
  release()
  await removing
  await expect.poll(listCopied).toEqual(['entries/v1'])
  expect(warn).not.toHaveBeenCalled()
})

test('the copies of a newer release stay on a full phone', async () => {
  const { copies, listCopied } = await createThree()
  await (await caches.open(COPIES)).put('/second-copy/newer/1', new Response('{}\n'))
  await copies.removeEvictable()
  expect(await listCopied()).toEqual(['entries/v1', 'newer/1', 'notes/n1'])
})

test('the copies of all rows under a key are deleted', async () => {
  const { copies, setRow, listCopied } = createCopiedRows()
  const names = ['9|a', '9|b', '90|a'].map((key) => nameOf('notes', key))
  const all = [...names, nameOf('entries', '9|a')]
  for (const name of all) setRow(name, {})
  copies.add(all)
  await expect.poll(listCopied).toHaveLength(4)
  await copies.removeFrom(nameOf('notes', '9|'))
  expect(await listCopied()).toEqual(['entries/9|a', 'notes/90|a'])
})

test('a full phone deletes the copies that its collection names, of rows that are there', async () => {
  const { copies, setRow, listCopied } = await createThree()
  const others = [nameOf('photos', 'only'), nameOf('photos', 'lost')]
  for (const name of others) setRow(name, { bytes })
  copies.add(others)
  await expect.poll(listCopied).toHaveLength(5)
  setRow(nameOf('photos', 'lost'), undefined)
  await copies.removeEvictable()
  expect(await listCopied()).toEqual(['entries/v1', 'notes/n1', 'photos/lost', 'photos/only'])
})

test('each of more than 50 copies is deleted', async () => {
  const { copies, setRow, listCopied } = createCopiedRows()
  const names = Array.from({ length: 101 }, (_, at) => nameOf('notes', `n${at}`))
  for (const name of names) setRow(name, {})
  copies.add(names)
  await expect.poll(listCopied).toHaveLength(101)
  await copies.remove(names)
  expect(await listCopied()).toEqual([])
})

test('a deletion waits a second for another tab, and happens later: then a row that has stayed is copied again', async () => {
  const { copies, setRow, listCopied } = await createThree()
  const release = await holdLock()
  stopTimers()
  let isDone = false
  const removing = copies.remove([note, entry]).then(() => (isDone = true))
  await vi.advanceTimersByTimeAsync(999)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await removing
  setRow(note, undefined)
  setRow(entry, { text: 'stays' })
  vi.useRealTimers()
  release()
  await expect.poll(() => copies.read(entry)).toEqual({ text: 'stays' })
  expect(await listCopied()).toEqual(['entries/v1', 'photos/v1.packet.1'])
})

test('a copy that cannot be deleted is reported, and holds up nothing', async () => {
  const { copies } = await createThree()
  vi.spyOn(Cache.prototype, 'delete').mockRejectedValue(new Error('a damaged disk'))
  await copies.remove([note])
  expect(warn).toHaveBeenCalledWith(expect.any(String), new Error('a damaged disk'))
})

test('a copy whose name cannot be read is left out of the list', async () => {
  const { copies, listCopied } = await createThree()
  await (await caches.open(COPIES)).put('/second-copy/notes/%E0%A4%A', new Response('{}\n'))
  expect(await listCopied()).toEqual(['entries/v1', 'notes/n1', 'photos/v1.packet.1'])
  await copies.remove([])
})

test('a cut copy is not read', async () => {
  const { copies, setRow } = await createThree()
  expect(await copies.read(photo)).toEqual({ bytes })
  setRow(photo, { bytes: bytes.slice(1) })
  copies.add([photo])
  const failure = () => copies.read(photo).catch((error: unknown) => error)
  await expect.poll(failure).toBeInstanceOf(CutCopyError)
  expect(await failure()).toMatchObject({ name: 'CutCopyError' })
})

test('work is done alone, and its failure is passed on without a second try', async () => {
  const { copies } = createCopiedRows()
  const release = await holdLock()
  const steps: string[] = []
  const working = copies.aloneOrLate(() => {
    steps.push('work')
    return Promise.resolve('result')
  })
  await expect.poll(async () => (await navigator.locks.query()).pending).toHaveLength(1)
  steps.push('released')
  release()
  expect(await working).toBe('result')
  expect(steps).toEqual(['released', 'work'])
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('a damaged disk'))
  await expect(copies.aloneOrLate(work)).rejects.toThrow('a damaged disk')
  expect(work).toHaveBeenCalledOnce()
})

test('work waits a second for another tab, and is then done once', async () => {
  const { copies } = createCopiedRows()
  const release = await holdLock()
  stopTimers()
  const work = vi.fn<() => Promise<string>>().mockResolvedValue('result')
  const working = copies.aloneOrLate(work)
  await vi.advanceTimersByTimeAsync(999)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  expect(await working).toBe('result')
  release()
  await navigator.locks.request(COPIES, () => {})
  expect(work).toHaveBeenCalledOnce()
})

test('work that has begun is not cut after a second', async () => {
  const { copies } = createCopiedRows()
  stopTimers()
  let end = (_result: string) => {}
  const work = vi.fn<() => Promise<string>>(() => new Promise((resolve) => (end = resolve)))
  const working = copies.aloneOrLate(work)
  await expect.poll(() => work, standing).toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  end('result')
  expect(await working).toBe('result')
})

test('work is done in a browser without locks', async () => {
  const { copies } = createCopiedRows({ locks: undefined })
  expect(await copies.aloneOrLate(() => Promise.resolve('result'))).toBe('result')
})

test('a phone without Cache Storage has no copies, and reports no problem when it deletes rows', async () => {
  const { copies, setRow } = createCopiedRows({ findCaches: () => undefined })
  expect(await copies.isPossible()).toBe(false)
  setRow(note, {})
  copies.add([note])
  await copies.remove([note])
  await copies.removeFrom(note)
  await copies.removeEvictable()
  expect([await copies.has(note), await copies.read(note)]).toEqual([false, undefined])
  expect(await copies.list()).toEqual([])
  expect(warn).not.toHaveBeenCalled()
  expect(await createCopiedRows().copies.isPossible()).toBe(true)
})
