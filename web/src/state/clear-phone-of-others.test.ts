import { beforeEach, expect, test, vi } from 'vitest'
import { writeRows } from '../../test/phone-database.ts'
import { stored } from '../../test/second-copies.ts'
import {
  RAVI,
  keys,
  othersKeys,
  bytes,
  rows,
  storedRows,
  nothing,
  listOwn,
  signIn,
  leave,
  preparePhone,
} from '../../test/shared-phone.ts'
import { provideAroundTransaction } from '../storage/around-transaction.ts'
import { storage } from '../storage/phone-storage.ts'
import { clearLeaving, openSealed } from './clear-phone.ts'
import { storeSealingKey } from './sealing-keys.ts'
import { endSession, queueSignOut, readLeaving, storePhone } from './session.ts'

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await preparePhone()
})

test("another runner's sign-in opens nothing [R-7.051]", async () => {
  await leave()
  await openSealed('9000000002', othersKeys)
  // Another phone of the same runner of the demo.
  await openSealed('9000000003', keys)
  await openSealed(RAVI, { ...othersKeys, public_key: keys.public_key })
  expect(await storedRows()).toEqual(nothing)
  expect(await listOwn()).toHaveLength(rows.length)
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

test('a slow sign-out deletes no work of a runner who has signed in and out meanwhile [R-7.052]', async () => {
  const own = { collection: 'deals', key: 'own', row: { owner: '9000000002' } } as const
  let isDone = false
  const stop = provideAroundTransaction(async ({ mode, stores }, run) => {
    const result = await run()
    // The rows are sealed. The sign-out has now read the visits, and found none that is open.
    if (isDone || mode !== 'readonly' || !stores.includes('visits') || readLeaving().length > 0)
      return result
    isDone = true
    signIn('9000000002', othersKeys)
    await writeRows([own])
    queueSignOut()
    endSession()
    return result
  })
  await leave()
  stop()
  expect(isDone).toBe(true)
  expect(await stored(own)).toEqual(own.row)
})

test("another runner's sign-in seals the work of a runner who has not signed out [R-7.051]", async () => {
  signIn('9000000002', othersKeys)
  await clearLeaving()
  expect(await storedRows()).toEqual(nothing)
  await openSealed(RAVI, keys)
  signIn(RAVI, keys)
  await clearLeaving()
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('a sign-out after the runner has asked for a new code seals all work [R-7.051]', async () => {
  storePhone(RAVI)
  await leave()
  expect(await storedRows()).toEqual(nothing)
  expect(await listOwn()).toHaveLength(rows.length)
})

test('a sign-out deletes no open visit of a runner whose phone was entered before [R-7.052]', async () => {
  const visit = { collection: 'visits', key: `${RAVI}|any`, row: { version: 1 } } as const
  await writeRows([...rows.map((one) => ({ ...one, row: undefined })), visit])
  storePhone('9000000002')
  await leave()
  expect(await stored(visit)).toEqual(visit.row)
})

test('a photo from before the sign-in is sealed with its deal, and deleted without one [R-7.051]', async () => {
  const own = { ...rows[0], row: { ...rows[0].row, owner: '' } }
  const alone = { collection: 'photos', key: 'other.packet.1', row: { owner: '', bytes } } as const
  await writeRows([own, alone])
  await leave()
  expect(await storage.photos.getKeys()).toEqual([])
  await openSealed(RAVI, keys)
  expect(await stored(own)).toEqual(rows[0].row)
  expect(await stored(alone)).toBeUndefined()
})

test('a runner who signs out while the sealed work opens leaves no readable row [R-7.051]', async () => {
  await leave()
  storePhone(RAVI)
  storeSealingKey(RAVI, keys.public_key)
  let left: Promise<void> | undefined
  const stop = provideAroundTransaction(({ mode, stores }, run) => {
    if (mode === 'readwrite' && stores.includes('outbox')) left ??= leave()
    return run()
  })
  await openSealed(RAVI, keys)
  await left
  stop()
  expect(left).toBeDefined()
  expect(await storedRows()).toEqual(nothing)
  await openSealed(RAVI, keys)
  expect(await storedRows()).toEqual(rows.map(({ row }) => row))
})

test('a runner who signs out before the sealed work opens leaves no readable row [R-7.051]', async () => {
  await leave()
  storePhone(RAVI)
  storeSealingKey(RAVI, keys.public_key)
  await Promise.all([openSealed(RAVI, keys), leave()])
  expect(await storedRows()).toEqual(nothing)
})
