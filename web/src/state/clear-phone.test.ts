import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import { writeRows } from '../../test/phone-database.ts'
import { newSealingKeys } from '../../test/sealing-keys.ts'
import { clearStorage, copiedNames, stored } from '../../test/second-copies.ts'
import { newEntry } from '../outbox/entry.ts'
import { provideAroundTransaction } from '../storage/phone-storage.ts'
import { deleteSealed, listSealed, putSealed, readSealed } from '../storage/sealed/sealed-store.ts'
import { clearLeaving, openSealed } from './clear-phone.ts'
import { endSession, queueSignOut, readLeaving, startSession, storePhone } from './session.ts'

const RAVI = '9000000001'
const keys = await newSealingKeys()
const othersKeys = await newSealingKeys()
const visitId = crypto.randomUUID()
const bytes = new Uint8Array([0xff, 0xd8, 0x0a, 0x00, 0xff]).buffer
const { record } = newSettlementDeal({ visit_id: visitId })
const head = { owner: RAVI, customerId: '7', visitId, createdAt: 1 }
const photoKey = `${visitId}.packet.1`
const photos = [{ id: photoKey, role: 'packet' as const }]
const work = { kind: 'settlement' as const, settlement: record, photos }
const rows = [
  { collection: 'photos', key: photoKey, row: { owner: RAVI, visitId, bytes } },
  { collection: 'photos', key: `${visitId}.receipt.1`, row: { owner: RAVI, url: '/api/images/1' } },
  { collection: 'deals', key: visitId, row: { ...head, record, name: 'యెర్ర లక్ష్మి' } },
  { collection: 'outbox', key: visitId, row: newEntry({ ...head, id: visitId, work }) },
] as const

const storedRows = () => Promise.all(rows.map(stored))
const nothing = rows.map(() => undefined)

async function leave(): Promise<void> {
  queueSignOut()
  endSession()
  await clearLeaving()
}

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  localStorage.clear()
  await clearStorage()
  for (const { public_key: key } of [keys, othersKeys])
    for (const name of await listSealed(key)) await deleteSealed(name)
  startSession(RAVI, { id: '1', name: 'Ravi', sealingKey: keys.public_key })
  await writeRows(rows)
})

test('a sign-out leaves only encrypted rows, and the sign-in of their runner brings them back as they were [R-7.051]', async () => {
  localStorage.setItem('cashPayments', '[{"customer_name":"Lakshmi"}]')
  await leave()
  expect(await storedRows()).toEqual(nothing)
  expect(await copiedNames()).toEqual([])
  expect(localStorage.getItem('cashPayments')).toBeNull()
  expect(readLeaving()).toEqual([])
  await openSealed(`+91 ${RAVI}`, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
  expect(await listSealed(keys.public_key)).toEqual([])
})

test("another runner's sign-in opens nothing [R-7.051]", async () => {
  await leave()
  await openSealed('9000000002', othersKeys)
  // Another phone of the same runner of the demo.
  await openSealed('9000000003', keys)
  await openSealed(RAVI, { ...othersKeys, public_key: keys.public_key })
  expect(await storedRows()).toEqual(nothing)
  expect(await listSealed(keys.public_key)).toHaveLength(rows.length)
  await openSealed(RAVI, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('a row that was exchanged for another is not opened, and the others are [R-7.051]', async () => {
  await leave()
  const [one = '', other = ''] = await listSealed(keys.public_key)
  const [first, second] = [await readSealed(one), await readSealed(other)]
  if (first && second) await putSealed({ ...first, data: second.data, iv: second.iv })
  await openSealed(RAVI, keys)
  expect(await listSealed(keys.public_key)).toEqual([one])
})

test.each([1, 3, 5, 7])(
  'a sealing that is cut at its write %i loses no row, and continues at the next start [R-7.052]',
  async (cutAt) => {
    let writes = 0
    const stop = provideAroundTransaction(({ mode }, run) => {
      writes += mode === 'readwrite' ? 1 : 0
      return writes === cutAt ? Promise.reject(new Error('cut')) : run()
    })
    await leave().catch(() => undefined)
    stop()
    await clearLeaving()
    expect(await storedRows()).toEqual(nothing)
    await openSealed(RAVI, keys)
    expect(await storedRows()).toEqual(rows.map(({ row }) => row))
  },
)

test('a sign-in during a sealing that was cut has all rows [R-7.052]', async () => {
  queueSignOut()
  endSession()
  const stop = provideAroundTransaction(({ mode, stores }, run) =>
    mode === 'readwrite' && stores.includes('deals') ? Promise.reject(new Error('cut')) : run(),
  )
  await expect(clearLeaving()).rejects.toThrow('cut')
  stop()
  await openSealed(RAVI, keys)
  startSession(RAVI, { id: '1', name: 'Ravi', sealingKey: keys.public_key })
  await clearLeaving()
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('a runner who signs in without network before the sealing begins keeps all rows', async () => {
  queueSignOut()
  endSession()
  storePhone(RAVI)
  await clearLeaving()
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('a row that cannot be stored stays sealed for the next sign-in [R-7.052]', async () => {
  await leave()
  const stop = provideAroundTransaction(({ mode }, run) =>
    mode === 'readwrite' ? Promise.reject(new Error('disk')) : run(),
  )
  await openSealed(RAVI, keys)
  stop()
  await openSealed(RAVI, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('while another runner has entered a phone, the rows are sealed and nothing of that runner is deleted [R-7.052]', async () => {
  queueSignOut()
  endSession()
  storePhone('9000000002')
  const own = { collection: 'deals', key: 'own', row: { owner: '9000000002' } } as const
  await writeRows([own])
  await clearLeaving()
  expect(await storedRows()).toEqual(nothing)
  expect(await stored(own)).toEqual(own.row)
})

test('without a key of the server unsent work stays as it is', async () => {
  startSession(RAVI, { id: '1', name: 'Ravi' })
  await leave()
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
  expect(readLeaving()).toEqual([])
})
