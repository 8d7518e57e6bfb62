import { beforeEach, expect, test, vi } from 'vitest'
import { COPIES, createCopiedRows, nameOf } from '../../test/copied-rows.ts'
import { untilFree } from '../../test/free-lock.ts'

let warn = vi.spyOn(console, 'warn')
beforeEach(async () => {
  warn = vi.spyOn(console, 'warn').mockReturnValue()
  await caches.delete(COPIES)
})

const bytes = new Uint8Array([1, 10, 2]).buffer
const [note, deal, entry] = [nameOf('notes', 'n1'), nameOf('deals', 'v1'), nameOf('entries', 'v1')]
const photo = nameOf('photos', 'v1.packet.1')

/** Notes the copies that are made and deleted, in their order, and fails those of `broken`. */
function watchCache(broken: ReadonlySet<string> = new Set()) {
  const steps: string[] = []
  const nameIn = (path: string) => path.replace('/second-copy/', '')
  async function open(name: string) {
    const cache = await caches.open(name)
    return {
      keys: () => cache.keys(),
      match: (path: string) => cache.match(path),
      async put(path: string, copy: Response) {
        steps.push(`put ${nameIn(path)}`)
        if (broken.has(nameIn(path))) throw new DOMException('full', 'QuotaExceededError')
        await cache.put(path, copy)
      },
      delete(path: string) {
        steps.push(`delete ${nameIn(path)}`)
        return cache.delete(path)
      },
    }
  }
  return { steps, findCaches: () => ({ open }) as unknown as CacheStorage }
}

test('a copy has the row with its bytes, under whatever key', async () => {
  const { copies, setRow } = createCopiedRows()
  const odd = nameOf('photos', '9|a/b %?#నల్గొండ')
  setRow(odd, { place: 'నల్గొండ', bytes })
  copies.add([odd])
  await expect.poll(() => copies.list()).toEqual([odd])
  const copy = (await copies.read(odd)) as { readonly bytes: ArrayBuffer }
  expect(copy).toMatchObject({ place: 'నల్గొండ' })
  expect(new Uint8Array(copy.bytes)).toEqual(new Uint8Array(bytes))
})

test('a row that needs no copy any more loses it, and so does one that is no object', async () => {
  const { copies, setRow, listCopied } = createCopiedRows()
  setRow(photo, { bytes })
  setRow(note, {})
  copies.add([photo, note])
  await expect.poll(listCopied).toEqual(['notes/n1', 'photos/v1.packet.1'])
  setRow(photo, { bytes, url: '/a.jpg' })
  setRow(note, null)
  copies.add([photo, note])
  await expect.poll(listCopied).toEqual([])
})

test('a row that is missing keeps its copy, unless it was deleted', async () => {
  const { copies, setRow, listCopied } = createCopiedRows()
  setRow(note, {})
  setRow(entry, {})
  copies.add([note, entry])
  await expect.poll(listCopied).toHaveLength(2)
  setRow(note, undefined)
  setRow(entry, undefined)
  copies.add([note, { ...entry, isDeleted: true }])
  await expect.poll(listCopied).toEqual(['notes/n1'])
  // The row was deleted before another change asks for its copy.
  copies.add([{ ...note, isDeleted: true }])
  copies.add([note])
  await expect.poll(listCopied).toEqual([])
})

test('a row that was deleted and is there again is copied', async () => {
  const { copies, setRow } = createCopiedRows()
  setRow(note, { text: 'again' })
  copies.add([{ ...note, isDeleted: true }])
  await expect.poll(() => copies.read(note)).toEqual({ text: 'again' })
})

test('a collection without copies gets none', async () => {
  const { copies, setRow, listCopied } = createCopiedRows()
  const request = vi.spyOn(navigator.locks, 'request')
  setRow(nameOf('answers', 'a'), {})
  copies.add([nameOf('answers', 'a')])
  expect(request).not.toHaveBeenCalled()
  setRow(note, {})
  copies.add([nameOf('answers', 'a'), note])
  await expect.poll(listCopied).toEqual(['notes/n1'])
})

test('the copy of an entry is made before that of its deal, and deleted after the deal is copied as final', async () => {
  const { steps, findCaches } = watchCache()
  const { copies, setRow, listCopied } = createCopiedRows({ findCaches })
  setRow(deal, {})
  setRow(entry, {})
  copies.add([deal, entry])
  await expect.poll(listCopied).toEqual(['deals/v1', 'entries/v1'])
  setRow(deal, { at: 5 })
  setRow(entry, undefined)
  copies.add([{ ...entry, isDeleted: true, endedBy: deal }, deal])
  await expect.poll(listCopied).toEqual(['deals/v1'])
  expect(steps).toEqual(['put entries/v1', 'put deals/v1', 'put deals/v1', 'delete entries/v1'])
})

test('the copy of an entry stays when its deal is not final on the disk', async () => {
  const { copies, setRow, listCopied } = createCopiedRows()
  setRow(deal, {})
  setRow(entry, {})
  copies.add([deal, entry])
  await expect.poll(listCopied).toHaveLength(2)
  setRow(entry, undefined)
  setRow(note, {})
  copies.add([{ ...entry, isDeleted: true, endedBy: deal }])
  copies.add([note])
  await expect.poll(listCopied).toEqual(['deals/v1', 'entries/v1', 'notes/n1'])
})

test('the copy of an entry stays while that of its final deal cannot be made', async () => {
  const broken = new Set<string>()
  const { steps, findCaches } = watchCache(broken)
  const { copies, setRow, listCopied } = createCopiedRows({ findCaches })
  setRow(entry, {})
  copies.add([entry])
  await expect.poll(listCopied).toEqual(['entries/v1'])
  broken.add('deals/v1')
  setRow(deal, { at: 5 })
  setRow(entry, undefined)
  copies.add([{ ...entry, isDeleted: true, endedBy: deal }, deal])
  await expect.poll(() => warn.mock.calls).toHaveLength(1)
  await navigator.locks.request(COPIES, () => {})
  expect(await listCopied()).toEqual(['entries/v1'])
  broken.clear()
  copies.add([note])
  await expect.poll(listCopied).toEqual(['deals/v1'])
  expect(steps.slice(-2)).toEqual(['put deals/v1', 'delete entries/v1'])
})

test('a deal is copied although the copy of its entry fails or its entry was deleted', async () => {
  const { findCaches } = watchCache(new Set(['entries/v1']))
  const { copies, setRow, listCopied } = createCopiedRows({ findCaches })
  const other = nameOf('deals', 'v2')
  setRow(deal, {})
  setRow(entry, {})
  setRow(other, {})
  copies.add([deal, entry, other, { ...nameOf('entries', 'v2'), isDeleted: true }])
  await expect.poll(listCopied).toEqual(['deals/v1', 'deals/v2'])
})

test('a copy that failed is reported and tried again with the next change, without the others', async () => {
  const broken = new Set(['notes/n1', 'photos/v1.packet.1'])
  const { steps, findCaches } = watchCache(broken)
  const { copies, setRow, listCopied } = createCopiedRows({ findCaches })
  setRow(note, {})
  setRow(photo, { bytes })
  copies.add([note, photo, entry])
  await expect.poll(() => warn.mock.calls).toHaveLength(2)
  expect(warn.mock.calls.map(([, error]) => (error as Error).name)).toEqual([
    'QuotaExceededError',
    'QuotaExceededError',
  ])
  // The entry is tried after the others. A deal that is added meanwhile would join the same run.
  await untilFree(COPIES)
  broken.clear()
  steps.length = 0
  setRow(deal, {})
  copies.add([deal])
  await expect.poll(listCopied).toEqual(['deals/v1', 'notes/n1'])
  // Bytes may be too large for this phone.
  expect(steps).not.toContain('put photos/v1.packet.1')
})

test('a browser that grants no lock makes no copy now, and the next change does', async () => {
  const { copies, setRow, listCopied } = createCopiedRows()
  setRow(note, {})
  const request = vi.spyOn(navigator.locks, 'request').mockRejectedValueOnce(new Error('no lock'))
  copies.add([note])
  await expect.poll(() => warn.mock.calls).toHaveLength(1)
  expect(warn).toHaveBeenCalledWith(expect.any(String), new Error('no lock'))
  expect(await listCopied()).toEqual([])
  setRow(entry, {})
  copies.add([entry])
  await expect.poll(listCopied).toEqual(['entries/v1', 'notes/n1'])
  expect(request.mock.calls.map(([name]) => name)).toEqual([COPIES, COPIES])
})

test('another tab waits for 20 copies at most, or for one with bytes', async () => {
  const { steps, findCaches } = watchCache()
  const request = (name: string, work: () => unknown) => {
    steps.push('lock')
    return navigator.locks.request(name, work)
  }
  const locks = { request } as unknown as LockManager
  const { copies, setRow, listCopied } = createCopiedRows({ findCaches, locks })
  const names = Array.from({ length: 41 }, (_, at) => nameOf('notes', `n${at}`))
  const photos = ['p1', 'p2'].map((key) => nameOf('photos', key))
  for (const name of [...names, ...photos]) setRow(name, { bytes })
  copies.add([...names, ...photos])
  await expect.poll(listCopied).toHaveLength(43)
  const groups = steps.join(' ').split('lock').slice(1)
  expect(groups.map((group) => group.split('put').length - 1)).toEqual([20, 20, 2, 1])
})

test('a browser without locks copies, and one without Cache Storage does not fail', async () => {
  const { copies, setRow, listCopied } = createCopiedRows({ locks: undefined })
  setRow(note, {})
  copies.add([note])
  await expect.poll(listCopied).toEqual(['notes/n1'])
  expect(await copies.isPossible()).toBe(true)
  const plain = createCopiedRows({ findCaches: () => undefined }).copies
  plain.add([note])
  await navigator.locks.request(COPIES, () => {})
  await plain.remove([note])
  expect(await plain.list()).toEqual([])
  expect(await plain.has(note)).toBe(false)
  expect(await plain.isPossible()).toBe(false)
  expect(warn).not.toHaveBeenCalled()
})
