import { addProduct } from '@veni/domain/cart'
import { DEMO_PRODUCTS, FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { beforeEach, expect, test, vi } from 'vitest'
import { newCashDeal } from '../../test/deals.ts'
import { phoneDatabase, writeRows } from '../../test/phone-database.ts'
import { signInRunner } from '../../test/runner.ts'
import { newVisitCustomer } from '../../test/show-screen.tsx'
import { storeDeal } from '../outbox/stores/deal-store.ts'
import { deleteVisitRows, storeVisitRow, readVisitRows } from './visit-rows.ts'
import type * as restoring from './restore-visits.ts'
import { endSession, owner, startSession } from './session.ts'
import { deleteTyped, typedFields, typeText } from './typed-fields.ts'
import { activeVisit, closeVisit, selectCustomer, setWeights, updateCart } from './visit.ts'

const lakshmi = newVisitCustomer()
const anjali = newVisitCustomer({ id: '27', name: 'Anjali' })
const ravi = { id: '1', name: 'Ravi' }
let phone: string

beforeEach(async () => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  activeVisit.set(undefined)
  phone = signInRunner()
  await readVisitRows()
})

/**
 * Opens the browser again: the tab has lost its session storage, and the module is loaded again.
 * @param inTab what is in session storage all the same
 */
async function openAgain(inTab: readonly (readonly [string, string])[] = []): Promise<void> {
  await readVisitRows()
  sessionStorage.clear()
  for (const [name, text] of inTab) sessionStorage.setItem(name, text)
  activeVisit.set(undefined)
  startSession(phone, ravi)
  const address = `./restore-visits.ts?again=${crypto.randomUUID()}`
  const { restoreVisits } = (await import(/* @vite-ignore */ address)) as typeof restoring
  await restoreVisits()
}

function weighAndChoose() {
  const visit = selectCustomer(lakshmi)
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  updateCart((cart) => addProduct(cart, DEMO_PRODUCTS[0]!))
  typeText(visit.id, 'upiReference', 'UPI2611')
  return activeVisit.get()!
}

const texts = (scope: string) => typedFields(scope).get().texts
const storedNames = async () => (await readVisitRows()).map(([name]) => name)

/** Another tab of the same runner changes a stored row and notifies this tab. */
async function changeElsewhere(name: string, version: number, value?: unknown): Promise<void> {
  await writeRows([{ collection: 'visits', key: `${owner()}|${name}`, row: { version, value } }])
  new BroadcastChannel('veni-visits').postMessage(null)
}

test('a visit is restored with its id, weights, prices, cart and typed fields [R-4.072, R-4.073]', async () => {
  const visit = weighAndChoose()
  await openAgain()
  expect(activeVisit.get()).toEqual(visit)
  expect(texts(visit.id)).toEqual({ upiReference: 'UPI2611' })
  expect(sessionStorage.getItem('selectedCustomerId')).toBe('26')
})

test('every open visit is restored, and the latest is the active visit [R-4.072]', async () => {
  const { id } = weighAndChoose()
  selectCustomer(anjali)
  await openAgain()
  expect(activeVisit.get()?.customer.name).toBe('Anjali')
  expect(selectCustomer(lakshmi)).toMatchObject({ id, hair: { black_hair: 100 } })
})

test('a visit whose deal is complete does not come back, although this tab still has it', async () => {
  const { id } = weighAndChoose()
  selectCustomer(anjali)
  await readVisitRows()
  // The browser died after the deal was stored and before the visit was closed, and has opened the tab again.
  await storeDeal({ ...newCashDeal(), visitId: id })
  const inTab = Object.entries(sessionStorage as Record<string, string>)
  await openAgain(inTab)
  expect(selectCustomer(lakshmi).id).not.toBe(id)
})

test('the latest change counts as the latest, even after the clock was set back [R-4.076]', async () => {
  weighAndChoose()
  await readVisitRows()
  vi.spyOn(Date, 'now').mockReturnValue(1_000)
  setWeights({ black_hair: 40 }, FALLBACK_HAIR_PRICES)
  await openAgain()
  expect(activeVisit.get()?.hair).toEqual({ black_hair: 40 })
})

test('a change is written after the next frame, and at once when the page is hidden [R-4.072]', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const writes = () => transaction.mock.calls.filter(([, mode]) => mode === 'readwrite')
  weighAndChoose()
  expect(writes()).toEqual([])
  window.dispatchEvent(new Event('pagehide'))
  await expect.poll(writes).toHaveLength(1)
})

test('a newer state of another tab replaces the state of this tab, an older one does not [R-4.076]', async () => {
  await openAgain()
  const visit = weighAndChoose()
  await readVisitRows()
  const [, row] = (await readVisitRows()).find(([name]) => name === 'visit_26')!
  const value = { ...(row.value as object), hair: { grey_hair: 60 }, hairLines: [] }
  await changeElsewhere('visit_26', row.version + 5_000, value)
  await expect.poll(() => activeVisit.get()?.hair).toEqual({ grey_hair: 60 })
  expect(activeVisit.get()?.id).toBe(visit.id)
  await changeElsewhere(`typed_${visit.id}`, row.version + 5_001, { upiReference: 'newer' })
  await expect.poll(() => texts(visit.id)).toEqual({ upiReference: 'newer' })
  // A tab that slept writes an older state. It replaces nothing.
  await changeElsewhere(`typed_${visit.id}`, 1, { upiReference: 'older' })
  await changeElsewhere('visit_26', 1, { ...value, hair: { black_hair: 1 } })
  await changeElsewhere('typed_hold_26', row.version + 5_002, { comments: 'the latest' })
  await expect.poll(() => texts('hold_26')).toEqual({ comments: 'the latest' })
  expect(texts(visit.id)).toEqual({ upiReference: 'newer' })
  expect(activeVisit.get()?.hair).toEqual({ grey_hair: 60 })
})

test('a tab that slept does not overwrite what another tab wrote meanwhile [R-4.076]', async () => {
  const visit = weighAndChoose()
  await readVisitRows()
  const future = Date.now() + 60_000
  const key = `${owner()}|typed_${visit.id}`
  await writeRows([{ collection: 'visits', key, row: { version: future, value: { a: 'newer' } } }])
  typeText(visit.id, 'upiReference', 'older')
  expect(new Map(await readVisitRows()).get(`typed_${visit.id}`)?.value).toEqual({ a: 'newer' })
})

test('a closed visit stays closed in this tab and in every other tab [R-4.075]', async () => {
  await openAgain()
  const { id } = weighAndChoose()
  await readVisitRows()
  closeVisit()
  await openAgain()
  expect(activeVisit.get()).toBeUndefined()
  expect(texts(id)).toEqual({})
  weighAndChoose()
  const [, row] = (await readVisitRows()).find(([name]) => name === 'visit_26')!
  await changeElsewhere('visit_26', row.version + 1)
  await expect.poll(activeVisit.get).toBeUndefined()
  expect(Object.keys(sessionStorage).filter((name) => /_26$|^selected/.test(name))).toEqual([])
})

test('a visit is closed when its deal was stored before the phone died [R-4.075]', async () => {
  const { id } = weighAndChoose()
  await writeRows([{ collection: 'deals', key: id, row: { visitId: id } }])
  await openAgain()
  expect(activeVisit.get()).toBeUndefined()
  expect(selectCustomer(lakshmi).id).not.toBe(id)
})

test('a visit with a stored deal is also closed when the runner began another visit after it [R-4.075]', async () => {
  const { id } = weighAndChoose()
  selectCustomer(anjali)
  await writeRows([{ collection: 'deals', key: id, row: { visitId: id } }])
  await openAgain()
  expect(activeVisit.get()?.customer.name).toBe('Anjali')
  expect(selectCustomer(lakshmi).id).not.toBe(id)
})

test('a page that still has a visit with a stored deal closes it when it becomes visible [R-4.075]', async () => {
  await openAgain()
  const { id } = weighAndChoose()
  await readVisitRows()
  await writeRows([{ collection: 'deals', key: id, row: { visitId: id } }])
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(activeVisit.get).toBeUndefined()
})

test('another runner on the phone cannot see a visit, and its own runner gets it back [R-4.074]', async () => {
  const visit = weighAndChoose()
  await readVisitRows()
  const own = phone
  phone = signInRunner('2', 'Prasad')
  await openAgain()
  expect(activeVisit.get()).toBeUndefined()
  expect(await storedNames()).toEqual([])
  phone = own
  await openAgain()
  expect(activeVisit.get()?.id).toBe(visit.id)
})

test('a sign-out deletes all rows of a visit [R-4.074]', async () => {
  const visit = weighAndChoose()
  await readVisitRows()
  const leaving = owner()
  typeText(visit.id, 'upiReference', 'not written yet')
  endSession()
  await deleteVisitRows(leaving)
  await openAgain()
  expect(await storedNames()).toEqual([])
  expect(activeVisit.get()).toBeUndefined()
})

test('nothing is stored while nobody is signed in', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  endSession()
  weighAndChoose()
  await readVisitRows()
  expect(put).not.toHaveBeenCalled()
})

test('the fields of a sent form are deleted, and those of another form of the visit stay [R-4.073]', async () => {
  const { id } = weighAndChoose()
  typeText(id, 'cookingset_hairWeight', '30 gms')
  deleteTyped(id, 'cookingset_')
  await openAgain()
  expect(texts(id)).toEqual({ upiReference: 'UPI2611' })
})

test('rows that this release cannot read stay unchanged', async () => {
  const unreadable = { version: 'newest', value: 7 }
  await writeRows([{ collection: 'visits', key: `${owner()}|visit_26`, row: unreadable }])
  await openAgain()
  expect(activeVisit.get()).toBeUndefined()
  const stored = (await phoneDatabase()).get('visits', `${owner()}|visit_26`)
  expect(await stored).toEqual(unreadable)
})

test('a tab that slept does not reopen a closed visit [R-4.075]', async () => {
  weighAndChoose()
  const old = (await readVisitRows()).find(([name]) => name === 'visit_26')
  closeVisit()
  await readVisitRows()
  storeVisitRow('visit_26', old![1])
  await openAgain()
  expect(activeVisit.get()).toBeUndefined()
})

test('the row of a closed visit is deleted after a day [R-4.075]', async () => {
  weighAndChoose()
  closeVisit()
  expect(await storedNames()).toContain('visit_26')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 60 * 60 * 1000)
  selectCustomer(anjali)
  await readVisitRows()
  await expect.poll(storedNames).toEqual(['visit_27'])
})
