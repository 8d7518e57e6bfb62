import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { rejectedWork } from '../../../test/fake-outbox.ts'
import { phoneDatabase } from '../../../test/phone-database.ts'
import { clearStorage, copiedNames, loseDatabase } from '../../../test/second-copies.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { newEntry, toHead, type OutboxEntry } from '../entry.ts'
import {
  changeEntries,
  deleteEntry,
  listHeads,
  listIds,
  readEntry,
  readHeads,
  storeEntry,
} from './entry-store.ts'

let owner: string
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await clearStorage()
  owner = randomId()
})

const newWork = (createdAt: number, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id: randomId(), owner, customerId: '7', createdAt, work: rejectedWork }),
  ...changes,
})
const newSettlement = (createdAt: number) =>
  newWork(createdAt, {
    work: { kind: 'settlement', settlement: newSettlementDeal().record, photos: [] },
  })

test('the heads of an owner are listed with the oldest first, without the long records', async () => {
  const [older, newer] = [newSettlement(1), newWork(2)]
  await storeEntry(newer)
  const database = await phoneDatabase()
  await database.put('outbox', older, older.id)
  await storeEntry(newWork(1, { owner: 'another' }))
  const heads = await listHeads(owner)
  expect(heads).toEqual([toHead(older), newer])
  expect(heads[0]?.work).not.toHaveProperty('settlement.hair_lines')
})

test('the heads of many entries are read, of each that is still stored', async () => {
  const entries = Array.from({ length: 120 }, (_, at) => newSettlement(at + 1))
  for (const entry of entries) await storeEntry(entry)
  await deleteEntry(entries[7]!.id)
  const left = entries.toSpliced(7, 1)
  expect(await readHeads(entries.map(({ id }) => id))).toEqual(left.map(toHead))
})

test('the ids are those of all owners, and of entries that this release cannot read', async () => {
  const own = newWork(1)
  const others = newWork(1, { owner: 'another' })
  for (const entry of [own, others]) await storeEntry(entry)
  const unreadable = randomId()
  await (await phoneDatabase()).put('outbox', { version: 99 }, unreadable)
  expect(new Set(await listIds())).toEqual(new Set([own.id, others.id, unreadable]))
})

test('work that is newer than the last of its owner keeps its time, whatever another owner has', async () => {
  await storeEntry(newWork(9, { owner: 'another' }))
  const first = newWork(5)
  await storeEntry(first)
  const second = newWork(6)
  await storeEntry(second)
  expect(await readEntry(first.id)).toEqual(first)
  expect(await readEntry(second.id)).toEqual(second)
})

test('entries are changed in their order, and what is left as it is or gone is not among the changed', async () => {
  const [one, two, three] = [newWork(1), newWork(2), newWork(3)]
  for (const entry of [one, two, three]) await storeEntry(entry)
  const changed = await changeEntries([three.id, two.id, randomId(), one.id], (entry) =>
    entry.id === two.id ? undefined : { ...entry, attempts: 4 },
  )
  expect(changed).toEqual([
    { ...three, attempts: 4 },
    { ...one, attempts: 4 },
  ])
  expect(await Promise.all([one, two, three].map(({ id }) => readEntry(id)))).toEqual([
    { ...one, attempts: 4 },
    two,
    { ...three, attempts: 4 },
  ])
})

test('a change of an entry is not lost with the database [R-8.080]', async () => {
  const entry = newWork(1)
  await storeEntry(entry)
  await copiedNames()
  await changeEntries([entry.id], (stored) => ({ ...stored, done: ['customer'] }))
  await loseDatabase()
  await storage.whenRestored('outbox')
  expect(await readEntry(entry.id)).toEqual({ ...entry, done: ['customer'] })
})
