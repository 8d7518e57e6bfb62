import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { beforeEach, expect, test, vi } from 'vitest'
import { writeRows } from '../../test/phone-database.ts'
import { signInRunner } from '../../test/runner.ts'
import {
  clearStorage,
  copiedNames,
  loseDatabase,
  openCopies,
  putStored,
  stored,
} from '../../test/second-copies.ts'
import { newVisitCustomer } from '../../test/show-screen.tsx'
import { deleteVisitRows, nextVersion, readVisitRows } from './visit-rows.ts'
import type * as restoring from './restore-visits.ts'
import { bucket, storage } from '../storage/phone-storage.ts'
import { owner, startSession } from './session.ts'
import { typedFields, typeText } from './typed-fields.ts'
import { activeVisit, selectCustomer, setWeights } from './visit.ts'

let phone: string

beforeEach(async () => {
  vi.restoreAllMocks()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await clearStorage()
  sessionStorage.clear()
  activeVisit.set(undefined)
  phone = signInRunner()
  await readVisitRows()
})

/** Opens the browser again: the tab has lost its session storage, and the module is loaded again. */
async function loadAgain(): Promise<typeof restoring> {
  await storage.close()
  sessionStorage.clear()
  activeVisit.set(undefined)
  startSession(phone, { id: '1', name: 'Ravi' })
  const address = `./restore-visits.ts?again=${crypto.randomUUID()}`
  return (await import(/* @vite-ignore */ address)) as typeof restoring
}

async function openAgain(): Promise<void> {
  const { restoreVisits } = await loadAgain()
  await restoreVisits()
}

function weighAndType() {
  const visit = selectCustomer(newVisitCustomer())
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  typeText(visit.id, 'upiReference', 'UPI2611')
  return activeVisit.get()!
}

const texts = (scope: string) => typedFields(scope).get().texts

test('a visit is restored after the browser has created a new database [R-8.080]', async () => {
  const visit = weighAndType()
  await readVisitRows()
  await loseDatabase()
  await openAgain()
  await expect.poll(() => activeVisit.get()).toEqual(visit)
  await expect.poll(() => texts(visit.id)).toEqual({ upiReference: 'UPI2611' })
})

test('the screens of a deal open also when the restore of the visits fails', async () => {
  const visit = weighAndType()
  await readVisitRows()
  const { restoreVisits } = await loadAgain()
  const closed = new DOMException('The bucket cannot be opened', 'UnknownError')
  vi.spyOn(storage, 'whenRestored').mockRejectedValue(closed)
  startSession(phone, { id: '1', name: 'Ravi' })
  await restoreVisits()
  await expect.poll(() => activeVisit.get()).toEqual(visit)
})

test.each([
  ['lost the last change', -1_000_000, '2611'],
  ['has a later change', 1_000_000, '9999'],
])('when the database %s, the newer of row and copy is used', async (_how, later, latest) => {
  const visit = weighAndType()
  typeText(visit.id, 'upiReference', '2611')
  await readVisitRows()
  await copiedNames()
  const row = { collection: 'visits', key: `${owner()}|typed_${visit.id}` } as const
  await putStored(row, { version: nextVersion() + later, value: { upiReference: '9999' } })
  await openAgain()
  // On a slow machine the screen does not wait for all copies. It shows the newer row when that arrives.
  await expect.poll(() => texts(visit.id)).toEqual({ upiReference: latest })
})

test('a second copy that does not answer does not delay a visit', async () => {
  const visit = weighAndType()
  await readVisitRows()
  await copiedNames()
  const copies = await openCopies()
  let answer = (_cache: Cache) => {}
  vi.spyOn(CacheStorage.prototype, 'open').mockReturnValue(
    new Promise((resolve) => (answer = resolve)),
  )
  await openAgain()
  expect(activeVisit.get()).toEqual(visit)
  // Otherwise a copy that began meanwhile would delay the copies of the next test.
  answer(copies)
})

test('a sign-out deletes the copies of visits', async () => {
  weighAndType()
  await readVisitRows()
  expect(await copiedNames()).toContainEqual(expect.stringContaining('visit_'))
  await deleteVisitRows(owner())
  expect(await copiedNames()).not.toContainEqual(expect.stringContaining(`${owner()}|`))
})

test('a visit that the service worker restored first is shown', async () => {
  const visit = weighAndType()
  await readVisitRows()
  const name = { collection: 'visits', key: `${owner()}|visit_${visit.customer.id}` } as const
  const row = await stored(name)
  await loseDatabase()
  await (await bucket.findCaches())?.delete('veni-second-copy')
  vi.spyOn(Cache.prototype, 'keys').mockImplementation(async () => {
    // The tab has read its rows by then.
    await readVisitRows()
    await putStored(name, row)
    return []
  })
  const { restoreVisits } = await loadAgain()
  await restoreVisits()
  await expect.poll(() => activeVisit.get()).toEqual(visit)
})

test('a visit that is restored while the page is open is shown [R-8.080]', async () => {
  const visit = weighAndType()
  await readVisitRows()
  await openAgain()
  await loseDatabase()
  sessionStorage.clear()
  activeVisit.set(undefined)
  await readVisitRows()
  await expect.poll(() => activeVisit.get()).toEqual(visit)
})

test('a visit whose deal is restored after it is closed, although its end had no copy yet [R-4.075]', async () => {
  await storage.whenRestored('deals')
  const visit = weighAndType()
  await readVisitRows()
  await writeRows([{ collection: 'deals', key: visit.id, row: { visitId: visit.id } }])
  await loseDatabase()
  const findCopy = Reflect.get(Cache.prototype, 'match')
  let isFirst = true
  vi.spyOn(Cache.prototype, 'match').mockImplementation(async function (this: Cache, address) {
    const isDeal = JSON.stringify(address).includes('/deals/')
    if (isDeal && isFirst) await expect.poll(() => activeVisit.get()).toEqual(visit)
    isFirst &&= !isDeal
    return findCopy.call(this, address)
  })
  await openAgain()
  await expect.poll(() => stored({ collection: 'deals', key: visit.id })).toBeDefined()
  await expect.poll(() => activeVisit.get()).toBeUndefined()
})
