import { beforeEach, expect, test, vi } from 'vitest'
import { deleteDatabase } from '../database.ts'
import { listSealed, nameOf, sealedStorage, startOf, type SealedRow } from './sealed-rows.ts'

const newRow = (collection: string, changes: Partial<SealedRow> = {}): SealedRow => ({
  publicKey: 'key',
  collection,
  key: 'v1',
  ephemeral: 'BG4W',
  iv: '3M/Q',
  bytes: new Uint8Array([1, 10, 2]).buffer,
  isUnsent: true,
  ...changes,
})
const write = (...rows: readonly SealedRow[]) =>
  sealedStorage.write(rows.map((row) => ({ collection: 'rows', key: nameOf(row), row })))

async function listCopies(): Promise<string[]> {
  const requests = await (await caches.open('veni-sealed-copy')).keys()
  return requests
    .map(({ url }) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? ''))
    .toSorted()
}

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await sealedStorage.close()
  await deleteDatabase(indexedDB, 'veni-sealed-work')
  await caches.delete('veni-sealed-copy')
})

test('the database and the copies have names that old phones have, too', async () => {
  await write(newRow('deals'))
  const databases = await indexedDB.databases()
  expect(databases.map(({ name }) => name)).toContain('veni-sealed-work')
  await expect.poll(listCopies).toEqual(['key|deals|v1'])
})

test('a row is found by the key of its runner and its collection', async () => {
  await write(
    newRow('deals'),
    newRow('outbox'),
    newRow('deals', { publicKey: 'key2' }),
    newRow('deals', { key: 'v2' }),
  )
  expect(await listSealed(startOf('key', 'deals'))).toEqual(['key|deals|v1', 'key|deals|v2'])
  expect(await listSealed('key|')).toHaveLength(3)
})

test('unsent rows come back with their bytes after the browser has lost the database', async () => {
  const row = newRow('deals')
  await write(row, newRow('outbox', { isUnsent: false }))
  await expect.poll(listCopies).toEqual(['key|deals|v1'])
  await sealedStorage.close()
  await deleteDatabase(indexedDB, 'veni-sealed-work')
  // The list waits for the restore.
  expect(await listSealed('key|')).toEqual(['key|deals|v1'])
  const restored = await sealedStorage.rows.get('key|deals|v1')
  expect(restored).toEqual(row)
  expect([...new Uint8Array(restored?.bytes ?? new ArrayBuffer(0))]).toEqual([1, 10, 2])
})

test('a full phone deletes the copies of sealed photos, and no other', async () => {
  await write(newRow('photos'), newRow('deals'), newRow('outbox'))
  await expect.poll(listCopies).toHaveLength(3)
  await sealedStorage.makeFreeSpace()
  expect(await listCopies()).toEqual(['key|deals|v1', 'key|outbox|v1'])
  expect(await listSealed('key|')).toHaveLength(3)
})
