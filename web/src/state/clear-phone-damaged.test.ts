import { beforeEach, expect, test, vi } from 'vitest'
import { beforePut } from '../../test/before-put.ts'
import {
  keys,
  leave,
  listOwn,
  nothing,
  othersKeys,
  preparePhone,
  RAVI,
  rows,
  signIn,
  storedRows,
} from '../../test/shared-phone.ts'
import { type AnyRow, writeRows } from '../../test/phone-database.ts'
import { copiedNames, loseDatabase, stored } from '../../test/second-copies.ts'
import { storage } from '../storage/phone-storage.ts'
import { isOf } from '../storage/sealed/seal-rows.ts'
import { listSealed, sealedStorage } from '../storage/sealed/sealed-rows.ts'
import { storageProblem } from '../storage/storage-problem.ts'
import { clearLeaving, openSealed } from './clear-phone.ts'
import { readLeaving } from './session.ts'

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await preparePhone()
})

test('a photo and an entry that cannot be opened stay sealed, and the other rows come back [R-7.051]', async () => {
  storageProblem.set(undefined)
  await leave()
  const [, entry = '', photo = '', other = ''] = await listOwn()
  const second = await sealedStorage.rows.get(other)
  for (const name of [entry, photo])
    await sealedStorage.rows.change(name, (first) => ({ ...first, ...second, key: first.key }))
  await openSealed(RAVI, keys)
  expect(await listOwn()).toEqual([entry, photo])
  expect(storageProblem.get()).toBeUndefined()
})

test('a sign-out that fails, and not for lack of free space, deletes nothing to make some [R-7.052]', async () => {
  const makeFreeSpace = vi.spyOn(storage, 'makeFreeSpace')
  const write = vi.spyOn(sealedStorage, 'write').mockRejectedValue(new Error('a damaged disk'))
  await expect(leave()).rejects.toThrow('a damaged disk')
  expect(makeFreeSpace).not.toHaveBeenCalled()
  write.mockRestore()
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

/** As a phone whose disk is full for these rows, until the returned function is called. */
const fillDisk = (isTooLarge: (row: unknown) => boolean = () => true): (() => void) =>
  beforePut((_store, _key, row) => {
    if (isTooLarge(row)) throw new DOMException('The disk is full', 'QuotaExceededError')
  })

test('a phone that is too full to restore a lost deal keeps its copies at a sign-out, and seals them once there is space [R-7.052]', async () => {
  await loseDatabase()
  const freeDisk = fillDisk()
  await expect(leave()).rejects.toThrow('not sealed')
  expect(readLeaving()).toEqual([RAVI])
  freeDisk()
  await clearLeaving()
  expect(readLeaving()).toEqual([])
  expect(await storedRows()).toEqual(nothing)
  expect(await copiedNames()).toEqual([])
  await openSealed(RAVI, keys)
  const [packet, , deal, entry] = rows.map(({ row }) => row)
  // The office has the receipt's bytes, so its row has no copy.
  expect(await storedRows()).toEqual([packet, undefined, deal, entry])
})

const SITA = '9000000002'

test('a lost deal that a full phone cannot restore does not delay the sign-out of another runner', async () => {
  const before = await copiedNames()
  await loseDatabase()
  fillDisk((row) => isOf(RAVI, row))
  await expect(leave()).rejects.toThrow('not sealed')
  signIn(SITA, othersKeys)
  const theirVisit = crypto.randomUUID()
  const theirs: readonly AnyRow[] = rows.map(({ collection, key, row }) => ({
    collection,
    key: key.replace(/^[^.]+/, theirVisit),
    row: { ...row, owner: SITA },
  }))
  await writeRows(theirs)
  // The deal of Ravi still waits.
  await expect(leave()).rejects.toThrow('not sealed')
  expect(readLeaving()).toEqual([RAVI])
  expect(await Promise.all(theirs.map(stored))).toEqual(nothing)
  expect(await listSealed(`${othersKeys.public_key}|`)).toHaveLength(theirs.length)
  // What the phone has left of Ravi is what it had before.
  expect(await copiedNames()).toEqual(before)
})
