import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import { deleteDatabase } from '../../test/delete-database.ts'
import { phoneDatabase, writeRows } from '../../test/phone-database.ts'
import { deal, entry, openAgain, sending, visitId } from '../../test/restored-rows.ts'
import {
  clearStorage,
  copiedNames,
  loseDatabase,
  namesOf,
  putStored,
  stored,
} from '../../test/second-copies.ts'
import { storeReceived } from '../outbox/stores/received-store.ts'
import { storage } from './phone-storage.ts'

beforeEach(async () => {
  vi.restoreAllMocks()
  await clearStorage()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

/** Opens the app again. @returns the deal and its entry */
async function openBoth() {
  await openAgain()
  await storage.whenRestored('outbox')
  return [await stored(deal), await stored(entry)]
}

/** A deal with its entry, of which the server has acknowledged each step. Both have their copies. */
async function storeAcknowledged() {
  const sent = newSettlementDeal({ visit_id: visitId })
  const settled = { ...deal, row: sent }
  await storage.whenRestored('outbox')
  await writeRows([settled, entry])
  await copiedNames()
  return { settled, acknowledged: { ...sending, done: ['record', 'photos'] } }
}

test('a browser that loses its database before it has copied a deal as received sends the deal again [R-8.080]', async () => {
  const { settled, acknowledged } = await storeAcknowledged()
  const put = vi.spyOn(Cache.prototype, 'put').mockRejectedValue(new Error('no room'))
  await storeReceived([acknowledged], 5)
  expect(await stored(entry)).toBeUndefined()
  await expect.poll(() => put.mock.calls).toHaveLength(1)
  await storage.close()
  await deleteDatabase()
  put.mockRestore()
  expect(await openBoth()).toEqual([settled.row, sending])
})

test('the copy of an entry is deleted after its deal is copied as received', async () => {
  const { settled, acknowledged } = await storeAcknowledged()
  await storeReceived([acknowledged], 5)
  await loseDatabase()
  expect(await openBoth()).toEqual([{ ...settled.row, receivedAt: 5 }, undefined])
  expect(await copiedNames()).toEqual(namesOf([deal]))
})

test('a start copies a received deal whose copy is older, and only then deletes the copy of its entry', async () => {
  const { settled } = await storeAcknowledged()
  // A browser that dies after the transaction leaves both copies as they were.
  await putStored(settled, { ...settled.row, receivedAt: 5 })
  await (await phoneDatabase()).delete('outbox', entry.key)
  await openAgain()
  expect(await storage.whenRestored('outbox')).toMatchObject({ count: 0 })
  await expect.poll(copiedNames).toEqual(namesOf([deal]))
  await loseDatabase()
  expect(await openBoth()).toEqual([{ ...settled.row, receivedAt: 5 }, undefined])
})
