import { beforeEach, expect, test, vi } from 'vitest'
import { signInRunner } from '../../test/runner.ts'
import { phoneDatabase } from '../lib/database.ts'
import { listCopies, readCopy, type RowName } from '../lib/second-copy.ts'
import { forgetAnswers, writePhone, type PhoneWrite } from '../lib/write-phone.ts'
import { forgetKeptRows } from './kept-rows.ts'
import type * as restoring from './restore-rows.ts'

const bytes = new Uint8Array([0xff, 0xd8, 0x00, 0xff]).buffer
const photo = { store: 'photos', key: 'v1.packet.1', value: { visitId: 'v1', bytes } } as const
const deal = { store: 'deals', key: 'v1', value: { visitId: 'v1', place: 'నల్గొండ' } } as const
const entry = {
  store: 'outbox',
  key: 'e1',
  value: { version: 1, visitId: 'v1', done: [] },
} as const
const visit = {
  store: 'visits',
  key: '9|visit_1',
  value: { version: 5, value: { grams: 100 } },
} as const
const work = [photo, deal, entry, visit]

beforeEach(async () => {
  vi.restoreAllMocks()
  await copiesAreDone()
  await caches.delete('veni-second-copy')
  await begunAnew()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

/** As a browser does that finds its database torn. */
async function begunAnew() {
  const database = await phoneDatabase()
  database.close()
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('veni').onsuccess = resolve
  })
}

const nameOf = ({ store, key }: RowName) => `${store} ${key}`
const copied = async () => (await listCopies()).map(nameOf).toSorted()
const names = (rows: readonly RowName[]) => rows.map(nameOf).toSorted()

/** The last of all that is to be copied: copies are made in order. */
async function copiesAreDone() {
  const last = { store: 'visits', key: crypto.randomUUID() } as const
  await writePhone([{ ...last, value: { version: 1 } }])
  await expect.poll(copied).toContain(nameOf(last))
  await writePhone([{ ...last, value: undefined }])
  await expect.poll(copied).not.toContain(nameOf(last))
}

async function write(rows: readonly PhoneWrite[]) {
  await writePhone(rows)
  await copiesAreDone()
}

/** The app is opened again. @returns how many rows came back */
async function openAgain(): Promise<number> {
  const address = `./restore-rows.ts?again=${crypto.randomUUID()}`
  const { restoreRows } = (await import(/* @vite-ignore */ address)) as typeof restoring
  return restoreRows()
}

const stored = async ({ store, key }: RowName) => (await phoneDatabase()).get(store, key)

test('all work is there again after the browser began its database anew [R-8.080]', async () => {
  await write([...work, { store: 'snapshots', key: 'list', value: 1 }])
  expect(await copied()).toEqual(names(work))
  await begunAnew()
  expect(await openAgain()).toBe(4)
  for (const row of work) expect(await stored(row)).toEqual(row.value)
  expect(await stored({ store: 'snapshots', key: 'list' })).toBeUndefined()
  expect(await openAgain()).toBe(0)
})

test('what was taken away, by the app or by the office, does not come back', async () => {
  await write(work)
  await write([
    { ...photo, value: { visitId: 'v1' } },
    { ...entry, value: undefined },
  ])
  expect(await copied()).toEqual(names([deal, visit]))
})

test('an entry that the office had taken when the phone died is not sent once more', async () => {
  await write([entry, { ...deal, value: { ...deal.value, receivedAt: 1 } }])
  await (await phoneDatabase()).delete('outbox', entry.key)
  expect(await openAgain()).toBe(0)
  await copiesAreDone()
  expect(await copied()).toEqual(names([deal]))
})

test.each([
  ['newer', 4, 5],
  ['older', 6, 6],
])('a visit whose copy is %s is taken as it was last', async (_which, inDatabase, latest) => {
  await write([visit])
  await (await phoneDatabase()).put('visits', { version: inDatabase }, visit.key)
  await openAgain()
  expect(await stored(visit)).toMatchObject({ version: latest })
})

test('on a full phone the copies of photos give way, and no other', async () => {
  await write(work)
  await forgetAnswers()
  await copiesAreDone()
  expect(await copied()).toEqual(names([deal, entry, visit]))
  expect(await stored(photo)).toEqual(photo.value)
})

test('a logout leaves no copy of a visit behind', async () => {
  const phone = signInRunner()
  await write([{ ...visit, key: `${phone}|visit_1` }])
  await forgetKeptRows(phone)
  await copiesAreDone()
  expect(await copied()).toEqual([])
})

test('of deals that the office has the newest 250 have a copy, and every unsent one', async () => {
  const received = Array.from({ length: 501 }, (_, at) => ({
    store: 'deals' as const,
    key: `v${at}`,
    value: { receivedAt: at },
  }))
  await write([
    deal,
    ...received.slice(2),
    ...received.slice(0, 2).map((row) => ({ ...row, key: `${row.key} ` })),
  ])
  await openAgain()
  await copiesAreDone()
  expect(await copied()).toEqual(names([deal, ...received.slice(-250)]))
})

test('a copy that fails loses nothing, and work goes on', async () => {
  const open = vi.spyOn(caches, 'open').mockRejectedValueOnce(new Error('no room'))
  await writePhone([deal])
  expect(await stored(deal)).toEqual(deal.value)
  open.mockRestore()
  await write([entry])
  expect(await readCopy(entry)).toEqual(entry.value)
})
