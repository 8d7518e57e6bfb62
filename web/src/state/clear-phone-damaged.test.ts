import { beforeEach, expect, test, vi } from 'vitest'
import {
  keys,
  leave,
  listOwn,
  preparePhone,
  RAVI,
  rows,
  storedRows,
} from '../../test/shared-phone.ts'
import { storage } from '../storage/phone-storage.ts'
import { sealedStorage } from '../storage/sealed/sealed-rows.ts'
import { storageProblem } from '../storage/storage-problem.ts'
import { openSealed } from './clear-phone.ts'

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
