import { beforeEach, expect, test, vi } from 'vitest'
import { sha256Hex } from '../lib/bytes.ts'
import { newSettlementDeal } from '../../test/deals.ts'
import { phoneDatabase, writeRows } from '../../test/phone-database.ts'
import { deal, entry, openAgain, photo, sending, work } from '../../test/restored-rows.ts'
import {
  clearStorage,
  copiedNames,
  loseDatabase,
  openCopies,
  putStored,
  stored,
} from '../../test/second-copies.ts'

beforeEach(async () => {
  vi.restoreAllMocks()
  await clearStorage()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('a copy that cannot be read does not stop the restore of the others', async () => {
  const cache = await openCopies()
  for (const store of ['photos', 'outbox'])
    await cache.put(`/second-copy/${store}/torn`, new Response('half a r'))
  await writeRows(work)
  await loseDatabase()
  await openAgain()
  expect(await stored(photo)).toEqual(photo.row)
  expect(await stored(deal)).toEqual(deal.row)
  expect(await stored(entry)).toEqual(sending)
})

test('a full phone gets its row back in the place of its snapshots', async () => {
  await writeRows([entry])
  await loseDatabase()
  await writeRows([{ collection: 'snapshots', key: 'list', row: 1 }])
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await openAgain()
  expect(await stored(entry)).toEqual(sending)
  expect(await (await phoneDatabase()).getAllKeys('snapshots')).toEqual([])
})

const cutAddress = `/second-copy/photos/${photo.key}`

/** Stores a photo, and cuts its copy. @returns the photo and its whole copy */
async function cutCopy() {
  const whole = {
    ...photo,
    row: { ...photo.row, sha256: await sha256Hex(photo.row.bytes) },
  }
  await writeRows([whole])
  await copiedNames()
  const cache = await openCopies()
  const copy = await (await cache.match(cutAddress))?.blob()
  await cache.put(cutAddress, new Response(copy?.slice(0, -1)))
  return { whole, copy, cache }
}

test('a part of a photo does not come back as the photo', async () => {
  const { whole, copy, cache } = await cutCopy()
  await loseDatabase()
  await openAgain()
  expect(await stored(photo)).toBeUndefined()
  await cache.put(cutAddress, new Response(copy))
  await openAgain()
  expect(await stored(photo)).toEqual(whole.row)
})

test('the cut copy of a photo that the database has lost is deleted', async () => {
  const { cache } = await cutCopy()
  await loseDatabase()
  await openAgain()
  expect(await cache.match(cutAddress)).toBeUndefined()
})

test('the cut copy of a photo stays when the database does not answer', async () => {
  const { cache } = await cutCopy()
  await loseDatabase()
  vi.spyOn(IDBObjectStore.prototype, 'getKey').mockImplementation(() => {
    throw new DOMException('not now', 'UnknownError')
  })
  await openAgain()
  expect(await cache.match(cutAddress)).toBeDefined()
})

test('a cut copy of a row that is there is made again', async () => {
  await writeRows([entry])
  await copiedNames()
  const cache = await openCopies()
  const address = `/second-copy/outbox/${entry.key}`
  await cache.put(address, new Response('half a r'))
  await openAgain()
  await expect.poll(async () => (await cache.match(address))?.text()).not.toBe('half a r')
  await loseDatabase()
  await openAgain()
  expect(await stored(entry)).toEqual(entry.row)
})

test('a copy that is older than its row is made again', async () => {
  await writeRows([entry])
  await copiedNames()
  const further = { ...sending, done: [...sending.done, 'a step'] }
  await putStored(entry, further)
  const cache = await openCopies()
  await openAgain()
  const address = `/second-copy/outbox/${entry.key}`
  await expect.poll(async () => (await cache.match(address))?.text()).toContain('a step')
  await loseDatabase()
  await openAgain()
  expect(await stored(entry)).toEqual(further)
})

test('a copy whose name cannot be read does not stop the restore of the others', async () => {
  await writeRows(work)
  await loseDatabase()
  const cache = await openCopies()
  await cache.put('/second-copy/outbox/%E0%A4%A', new Response('{}\n'))
  await openAgain()
  for (const row of work) expect(await stored(row)).toEqual(row.row)
})

const built = newSettlementDeal()
const wholeDeal = { collection: 'deals', key: built.visitId, row: built } as const
const withoutWork = { ...sending, work: undefined }
test.each([
  ['an entry that is empty', entry, {}],
  ['an entry without its work', entry, withoutWork],
  ['an entry without its version', entry, { ...sending, version: undefined }],
  ['a deal that is empty', wholeDeal, {}],
  ['a deal without its record', wholeDeal, { ...built, record: undefined }],
] as const)('%s comes back from its copy', async (_, row, torn) => {
  await writeRows([row])
  await copiedNames()
  await putStored(row, torn)
  expect(await openAgain()).toBe(true)
  expect(await stored(row)).toEqual(row.row)
})

test('an entry of a newer release stays as it is', async () => {
  await writeRows([entry])
  await copiedNames()
  const newer = { version: 99, id: sending.id, steps: [] }
  await putStored(entry, newer)
  expect(await openAgain()).toBe(false)
  expect(await stored(entry)).toEqual(newer)
})

test('a torn copy does not replace a torn row', async () => {
  await writeRows([entry])
  await copiedNames()
  const cache = await openCopies()
  await cache.put(`/second-copy/outbox/${entry.key}`, new Response(JSON.stringify(withoutWork)))
  await putStored(entry, { id: sending.id })
  expect(await openAgain()).toBe(false)
  expect(await stored(entry)).toEqual({ id: sending.id })
})
