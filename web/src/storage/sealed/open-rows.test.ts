import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { writeRows } from '../../../test/phone-database.ts'
import { stored } from '../../../test/second-copies.ts'
import {
  keys,
  listOwn,
  nothing,
  photoKey,
  preparePhone,
  RAVI,
  rows,
  storedRows,
} from '../../../test/shared-phone.ts'
import { makeUnreadable } from '../../../test/unreadable-photo.ts'
import { newEntry } from '../../outbox/entry.ts'
import type { RowName } from '../collection.ts'
import { storage } from '../phone-storage.ts'
import { storageProblem } from '../storage-problem.ts'
import { openRows } from './open-rows.ts'
import { sealRows } from './seal-rows.ts'
import { sealedStorage } from './sealed-rows.ts'

let warn = vi.spyOn(console, 'warn')
beforeEach(async () => {
  warn = vi.spyOn(console, 'warn').mockReturnValue()
  storageProblem.set(undefined)
  await preparePhone()
})

const publicKey = keys.public_key
const seal = () => sealRows(RAVI, publicKey, () => false)
const open = () => openRows(RAVI, { publicKey, privateKey: keys.private_key })
const asStored = rows.map(({ row }) => row)

/** Fails each write of this row into its readable collection. */
function failWrites(row: RowName, error: Error = new Error('a damaged disk')) {
  const write = storage.write
  const isSame = ({ collection, key }: RowName) => collection === row.collection && key === row.key
  const spy = vi
    .spyOn(storage, 'write')
    .mockImplementation((writes) => (writes.some(isSame) ? Promise.reject(error) : write(writes)))
  return () => spy.mockRestore()
}

const newDelivery = (id: string, customerId: string) => {
  const work = { kind: 'settlement-delivered' as const, invoiceId: 'INV-1' }
  const row = newEntry({ id, owner: RAVI, customerId, createdAt: 2, work })
  return { collection: 'outbox', key: id, row } as const
}

test('a row that is there is not replaced by the sealed one', async () => {
  await seal()
  const newer = { ...rows[3], row: { ...rows[3].row, done: ['record'] } }
  await writeRows([newer])
  await open()
  expect(await stored(newer)).toEqual(newer.row)
  expect(await listOwn()).toEqual([])
})

test('a row that this release cannot read stays, and the sealed one with it', async () => {
  await seal()
  const newer = { ...rows[3], row: { ...rows[3].row, version: 99 } }
  await writeRows([newer])
  const [, sealed] = await listOwn()
  await open()
  expect(await stored(newer)).toEqual(newer.row)
  expect(await listOwn()).toEqual([sealed])
})

test('when some photos do not fit, the others come back, and only the entries of their customers stay sealed', async () => {
  const photo = { ...rows[0], key: 'v2.packet.1', row: { ...rows[0].row, visitId: 'v2' } }
  const [free, held] = [newDelivery('d1', '8'), newDelivery('d2', '7')]
  await writeRows([photo, free, held])
  await seal()
  const stop = failWrites(rows[0], new DOMException('full', 'QuotaExceededError'))
  await open()
  stop()
  expect(await storedRows()).toEqual([undefined, rows[1].row, rows[2].row, undefined])
  expect(await stored(photo)).toEqual(photo.row)
  expect(await stored(free)).toEqual(free.row)
  expect(await stored(held)).toBeUndefined()
  expect(storageProblem.get()).toBe('full')
  await open()
  expect(await storedRows()).toEqual(asStored)
  expect(await stored(held)).toEqual(held.row)
})

test('an entry stays sealed with its deal', async () => {
  await seal()
  const stop = failWrites(rows[2])
  await open()
  stop()
  expect(await storedRows()).toEqual([rows[0].row, rows[1].row, undefined, undefined])
  expect(storageProblem.get()).toBeUndefined()
  expect(warn).toHaveBeenCalledWith(expect.any(String), new Error('a damaged disk'))
})

test('an entry that cannot be opened holds up no entry of another customer', async () => {
  const free = newDelivery('d1', '8')
  await writeRows([free])
  await seal()
  const name = `${publicKey}|outbox|${rows[3].key}`
  await sealedStorage.rows.change(name, (row) => ({ ...row, bytes: row.bytes.slice(1) }))
  await open()
  expect(await stored(free)).toEqual(free.row)
  expect(await listOwn()).toEqual([name])
})

/** As when a cleaning app deletes the file of the sealed photo. @returns the name of its row */
async function loseSealedPhoto(): Promise<string> {
  await seal()
  const name = `${publicKey}|photos|${photoKey}`
  await expect.poll(() => sealedStorage.readCopy({ collection: 'rows', key: name })).toBeDefined()
  makeUnreadable(name)
  return name
}

test('a sealed photo whose file is gone comes back from its copy', async () => {
  await loseSealedPhoto()
  await open()
  expect(await storedRows()).toEqual(asStored)
  expect(await listOwn()).toEqual([])
})

test('a sealed photo whose file is gone, and that has no copy, stays with its entry, and is no full phone', async () => {
  const name = await loseSealedPhoto()
  await caches.delete('veni-sealed-copy')
  await open()
  expect(await listOwn()).toEqual([`${publicKey}|outbox|${rows[3].key}`, name])
  expect(storageProblem.get()).toBeUndefined()
})

test('a sealed row of a newer release stays, and its entry with it', async () => {
  await seal()
  const name = `${publicKey}|photos|${photoKey}`
  const newer = { version: 2 } as never
  await sealedStorage.write([{ collection: 'rows', key: name, row: newer }])
  await open()
  expect(await listOwn()).toEqual([`${publicKey}|outbox|${rows[3].key}`, name])
  expect(await sealedStorage.rows.getUnparsed(name)).toEqual(newer)
})

test('a phone without sealed rows opens nothing, whatever the key', async () => {
  await openRows(RAVI, { publicKey, privateKey: 'no key' })
  await seal()
  await expect(openRows(RAVI, { publicKey, privateKey: 'no key' })).rejects.toMatchObject({
    name: 'InvalidCharacterError',
  })
  expect(await storedRows()).toEqual(nothing)
})

test('a restore that takes longer than 30 seconds leaves the rows sealed', async () => {
  await seal()
  vi.spyOn(sealedStorage, 'whenRestored').mockReturnValue(new Promise(() => undefined))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isEnded = false
  const failure = open()
    .catch((error: unknown) => error)
    .finally(() => (isEnded = true))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(isEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ name: 'TimeoutError' })
  vi.useRealTimers()
  expect(await listOwn()).toHaveLength(rows.length)
})

test('the sealed rows are deleted after the readable ones are stored', async () => {
  await seal()
  const remove = vi.spyOn(sealedStorage, 'write').mockRejectedValue(new Error('cut'))
  await open()
  remove.mockRestore()
  expect(await stored(rows[0])).toEqual(rows[0].row)
  expect(await listOwn()).toHaveLength(rows.length)
})
