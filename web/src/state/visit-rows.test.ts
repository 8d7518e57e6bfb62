import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { toPhoneKey } from '@veni/domain/runner'
import { beforeEach, expect, test, vi } from 'vitest'
import { writeRows } from '../../test/phone-database.ts'
import { newPhone, signInRunner } from '../../test/runner.ts'
import { clearVisits, newVisitCustomer } from '../../test/show-screen.tsx'
import { readVisitRows } from './visit-rows.ts'
import { storage } from '../storage/phone-storage.ts'
import { storageProblem } from '../storage/storage-problem.ts'
import { endSession, owner, startSession } from './session.ts'
import { typedFields, typeText } from './typed-fields.ts'
import { activeVisit, selectCustomer, setWeights } from './visit.ts'

beforeEach(() => {
  clearVisits()
  storageProblem.set(undefined)
  signInRunner()
})

function weighed() {
  const { id } = selectCustomer(newVisitCustomer())
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  typeText(id, 'upiReference', 'UPI2611')
  return activeVisit.get()!
}

test('a full phone is reported, the visit continues in memory, and the next change stores all of it [R-8.078]', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  const visit = weighed()
  await expect.poll(storageProblem.get).toBe('full')
  expect(warn).toHaveBeenCalled()
  expect(activeVisit.get()).toEqual(visit)
  put.mockRestore()
  typeText(visit.id, 'cashAmount', '20')
  // The check of free space first writes twelve megabytes.
  await expect.poll(storageProblem.get).toBeUndefined()
  const rows = new Map(await readVisitRows())
  expect(rows.get('visit_26')?.value).toMatchObject({
    visitId: visit.id,
    hair: { black_hair: 100 },
  })
  expect(rows.get(`typed_${visit.id}`)?.value).toEqual({
    upiReference: 'UPI2611',
    cashAmount: '20',
  })
})

test('what is open stays for as long as it takes, and only what is over is deleted after a day', async () => {
  const now = Date.now()
  const daysAgo = (days: number) => now - days * 86_400_000
  const open = ['visit_1', 'typed_1', 'single-order_1'].map((name) => ({
    name,
    value: { id: '1' },
  }))
  const rows = [
    ...open.map((row) => ({ ...row, version: daysAgo(30) })),
    { name: 'visit_2', version: daysAgo(1.1) },
    { name: 'visit_3', version: daysAgo(0.9) },
    { name: 'visit_4', version: now, value: { id: '4' } },
  ]
  await writeRows(
    rows.map(({ name, ...row }) => ({ collection: 'visits', key: `${owner()}|${name}`, row })),
  )
  await readVisitRows()
  const names = async () => (await storage.visits.getKeys()).map((key) => key.split('|')[1])
  await expect.poll(names).not.toContain('visit_2')
  const left = [...open.map(({ name }) => name), 'visit_3', 'visit_4']
  expect(await names()).toEqual(expect.arrayContaining(left))
})

const AN_OLD_VERSION = 1

test('an ended visit that cannot be deleted is reported', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const key = `${owner()}|visit_5`
  await writeRows([
    { collection: 'visits', key, row: { version: AN_OLD_VERSION } },
    { collection: 'visits', key: `${owner()}|visit_6`, row: { version: Date.now() } },
  ])
  const held = new DOMException('Another tab holds the database', 'TimeoutError')
  vi.spyOn(storage, 'change').mockRejectedValueOnce(held)
  await readVisitRows()
  await expect.poll(() => warn.mock.calls).toContainEqual(['Visits not deleted', held])
})

test('only ended visits of the runner whose rows were read are deleted', async () => {
  const [first, second] = [newPhone(), newPhone()]
  const key = (phone: string) => `${toPhoneKey(phone)}|visit_6`
  await writeRows([
    { collection: 'visits', key: key(first), row: { version: AN_OLD_VERSION } },
    { collection: 'visits', key: `${toPhoneKey(first)}|visit_7`, row: { version: Date.now() } },
    {
      collection: 'visits',
      key: key(second),
      row: { version: AN_OLD_VERSION, value: { id: '6' } },
    },
  ])
  startSession(first, undefined)
  const read = storage.visits.getEntries
  vi.spyOn(storage.visits, 'getEntries').mockImplementationOnce(async (start) => {
    const found = await read(start)
    startSession(second, undefined)
    return found
  })
  await readVisitRows()
  await expect.poll(() => storage.visits.has(key(first))).toBe(false)
  expect(await storage.visits.has(key(second))).toBe(true)
})

test('a new visit that begins meanwhile is not deleted with the ended visit to the same customer', async () => {
  const key = (name: string) => `${owner()}|${name}`
  const write = (name: string, row: { version: number; value?: unknown }) =>
    writeRows([{ collection: 'visits', key: key(name), row }])
  await write('visit_8', { version: AN_OLD_VERSION })
  await write('visit_9', { version: AN_OLD_VERSION })
  await write('visit_10', { version: Date.now() })
  const read = storage.visits.getEntries
  vi.spyOn(storage.visits, 'getEntries').mockImplementationOnce(async (start) => {
    const found = await read(start)
    await write('visit_8', { version: Date.now(), value: { id: '8' } })
    return found
  })
  await readVisitRows()
  await expect.poll(() => storage.visits.has(key('visit_9'))).toBe(false)
  expect(await storage.visits.has(key('visit_8'))).toBe(true)
})

test('a database that cannot be written is reported until a write succeeds [R-8.080]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Internal error', 'UnknownError')
  })
  const { id } = weighed()
  await expect.poll(storageProblem.get).toBe('broken')
  put.mockRestore()
  typeText(id, 'cashAmount', '20')
  await expect.poll(storageProblem.get).toBeUndefined()
})

test('a report that the phone stores nothing stays until a row is really written, also when nothing was entered [R-8.080]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Internal error', 'UnknownError')
  })
  storageProblem.set('broken')
  await readVisitRows()
  expect(storageProblem.get()).toBe('broken')
  put.mockRestore()
  await readVisitRows()
  expect(storageProblem.get()).toBeUndefined()
  expect(await storage.reserve.getKeys()).not.toContain('try')
})

/** The names of the rows on the disk. This does not write what is not written yet. */
async function namesOnDisk(ofOwner = owner()): Promise<readonly string[]> {
  const start = `${ofOwner}|`
  return (await storage.visits.getEntries(start)).map(([key]) => key.slice(start.length))
}

/** The browser draws nothing of a page that is not shown. */
function hidePage(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a change is stored when the phone locks the screen before the next picture, and while it is locked', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
  const { id } = selectCustomer(newVisitCustomer())
  expect(await namesOnDisk()).toEqual([])
  hidePage()
  await expect.poll(() => namesOnDisk()).toEqual(['visit_26'])
  typeText(id, 'cashAmount', '20')
  await expect.poll(() => namesOnDisk()).toEqual([`typed_${id}`, 'visit_26'])
})

test('a change that is still being written at the sign-out is stored for nobody', async () => {
  const runner = owner()
  weighed()
  hidePage()
  endSession()
  await readVisitRows()
  expect(await namesOnDisk(runner)).toEqual([])
})

test('a change that a full phone has not stored is stored after its runner has entered a new code', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  weighed()
  await expect.poll(storageProblem.get).toBe('full')
  startSession(owner(), { id: '1', name: 'Ravi Kumar' })
  put.mockRestore()
  hidePage()
  await expect.poll(() => namesOnDisk()).toContain('visit_26')
})

test('what a runner has typed does not show for the next runner', () => {
  typeText('hold_26', 'comments', 'Wants a higher price')
  endSession()
  signInRunner('2', 'Lakshmi Devi')
  expect(typedFields('hold_26').get().texts).toEqual({})
})
