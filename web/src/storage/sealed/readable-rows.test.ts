import { beforeEach, expect, test, vi } from 'vitest'
import { writeRows } from '../../../test/phone-database.ts'
import { clearStorage } from '../../../test/second-copies.ts'
import { makeUnreadable } from '../../../test/unreadable-photo.ts'
import { storage } from '../phone-storage.ts'
import { deleteOwnerlessPhotos, hasReadableRows } from './readable-rows.ts'

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await clearStorage()
})

test.each(['photos', 'deals', 'outbox', 'visits'] as const)(
  'a phone with a row of %s is not empty, whoever can read it',
  async (collection) => {
    await writeRows([{ collection, key: 'v1', row: { version: 99 } }])
    expect(await hasReadableRows()).toBe(true)
  },
)

test('a phone with answers of the server alone has nothing that must stay', async () => {
  await writeRows([{ collection: 'snapshots', key: '9|customers', row: 1 }])
  expect(await hasReadableRows()).toBe(false)
})

test('what the database has lost counts as readable: it is looked for after the restore', async () => {
  let restore = () => {}
  const whenRestored = vi.spyOn(storage, 'whenRestored').mockImplementation(async (name) => {
    if (name === 'deals') await new Promise<void>((resolve) => (restore = resolve))
    return { count: 0, left: [], isLate: false }
  })
  const finding = hasReadableRows()
  await expect.poll(() => whenRestored.mock.calls.at(-1)).toEqual(['deals'])
  await writeRows([{ collection: 'deals', key: 'v1', row: {} }])
  restore()
  expect(await finding).toBe(true)
})

test('a photo without an owner is deleted when no deal has it, and no other photo is', async () => {
  await writeRows([
    { collection: 'photos', key: 'v1.packet.1', row: { owner: '' } },
    { collection: 'photos', key: 'v2.packet.1', row: { owner: '' } },
    { collection: 'photos', key: 'v3.packet.1', row: { owner: '9' } },
    { collection: 'photos', key: 'v4.packet.1', row: { owner: '' } },
    { collection: 'deals', key: 'v1', row: {} },
  ])
  makeUnreadable('v4.packet.1')
  await deleteOwnerlessPhotos()
  expect(await storage.photos.getKeys()).toEqual(['v1.packet.1', 'v3.packet.1', 'v4.packet.1'])
})

test('a full phone that keeps copies of lost rows is not empty', async () => {
  const left = [{ collection: 'deals', key: 'v1', owner: '9000000001' }]
  const full = { count: 0, left, isLate: false }
  vi.spyOn(storage, 'whenRestored').mockResolvedValue(full)
  expect(await hasReadableRows()).toBe(true)
})
