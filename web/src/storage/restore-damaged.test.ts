import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import { writeRows } from '../../test/phone-database.ts'
import {
  clearStorage,
  copiedNames,
  loseDatabase,
  openCopies,
  putStored,
  stored,
} from '../../test/second-copies.ts'
import { wait } from '../lib/wait.ts'
import { storage } from './phone-storage.ts'
import { newEntry } from '../outbox/entry.ts'

const visitId = crypto.randomUUID()
const bytes = new Uint8Array([0xff, 0xd8, 0x0a, 0x00, 0xff]).buffer
const photo = {
  collection: 'photos',
  key: `${visitId}.packet.1`,
  row: { visitId, place: 'నల్గొండ', bytes },
} as const
const { record } = newSettlementDeal({ visit_id: visitId })
const head = { owner: '9', customerId: '7', visitId, createdAt: 1 }
const photos = [{ id: photo.key, role: 'packet' as const }]
const deal = { collection: 'deals', key: visitId, row: { visitId, record } } as const
const sending = newEntry({
  ...head,
  id: visitId,
  work: { kind: 'settlement', settlement: record, photos },
})
const entry = { collection: 'outbox', key: visitId, row: sending } as const
const other = newEntry({
  ...head,
  id: 'e2',
  work: { kind: 'settlement-delivered', invoiceId: record.invoice_id },
})
const handover = { collection: 'outbox', key: 'e2', row: other } as const
const work = [photo, deal, entry, handover]

beforeEach(async () => {
  vi.restoreAllMocks()
  await clearStorage()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

/** Opens the app again. @returns whether something was restored before its lists were shown */
async function openAgain(): Promise<boolean> {
  await storage.close()
  await storage.outbox.getAll()
  const restored = storage.whenRestored('outbox')
  return Promise.race([restored.then(({ count }) => count > 0), wait(0).then(() => false)])
}

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
