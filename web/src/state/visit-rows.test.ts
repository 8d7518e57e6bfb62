import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInRunner } from '../../test/runner.ts'
import { clearVisits, newVisitCustomer } from '../../test/show-screen.tsx'
import { readVisitRows } from './visit-rows.ts'
import { storageProblem } from '../storage/storage-problem.ts'
import { typeText } from './typed-fields.ts'
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
  await expect.poll(storageProblem.get, { timeout: 25_000 }).toBeUndefined()
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
