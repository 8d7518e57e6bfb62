import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { beforeEach, expect, test } from 'vitest'
import { newPhone, signInRunner } from '../../test/runner.ts'
import { newVisitCustomer } from '../../test/show-screen.tsx'
import { restoreVisits } from './restore-visits.ts'
import { endSession, owner, startSession, storePhone } from './session.ts'
import { activeVisit, selectCustomer, setWeights } from './visit.ts'
import { readVisitRows } from './visit-rows.ts'

const lakshmi = newVisitCustomer()
const anjali = newVisitCustomer({ id: '27', name: 'Anjali' })
const ravi = { id: '1', name: 'Ravi' }

beforeEach(() => {
  endSession()
  sessionStorage.clear()
  activeVisit.set(undefined)
})

function weigh(customer: typeof lakshmi) {
  selectCustomer(customer)
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  return activeVisit.get()!
}

test('a visit that began before the sign-in is stored after it without a further change', async () => {
  const { id } = weigh(lakshmi)
  startSession(newPhone(), ravi)
  await restoreVisits()
  expect(sessionStorage.getItem('visitsOf')).toBe(owner())
  expect(await readVisitRows()).toMatchObject([['visit_26', { value: { visitId: id } }]])
})

test('a visit that began before the sign-in stays when the runner corrects the phone number before the code', async () => {
  const visit = weigh(lakshmi)
  storePhone(newPhone())
  await restoreVisits()
  const phone = newPhone()
  storePhone(phone)
  await restoreVisits()
  startSession(phone, ravi)
  await restoreVisits()
  expect(activeVisit.get()).toEqual(visit)
})

test('the next runner does not get a visit that was restored beside one that began before the sign-in', async () => {
  const phone = signInRunner()
  const { id } = weigh(lakshmi)
  await readVisitRows()
  endSession()
  selectCustomer(anjali)
  // The runner has given the phone number and not the code yet.
  storePhone(phone)
  await restoreVisits()
  expect(sessionStorage.getItem('visit_26')).toContain(id)
  signInRunner('2', 'Sita')
  expect(activeVisit.get()).toBeUndefined()
  const visit = selectCustomer(lakshmi)
  expect([visit.id === id, visit.hair]).toEqual([false, {}])
})
