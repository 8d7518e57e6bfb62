import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { beforeEach, describe, expect, test } from 'vitest'
import { phoneDatabase } from '../../test/phone-database.ts'
import { signInRunner } from '../../test/runner.ts'
import { newVisitCustomer } from '../../test/show-screen.tsx'
import './restore-visits.ts'
import { startSession } from './session.ts'
import { typedFields, typeText } from './typed-fields.ts'
import { activeVisit, closeVisit, selectCustomer, setWeights } from './visit.ts'
import { readVisitRows } from './visit-rows.ts'

const lakshmi = newVisitCustomer()
let phone: string

beforeEach(async () => {
  sessionStorage.clear()
  activeVisit.set(undefined)
  phone = signInRunner()
  await readVisitRows()
})

function weighAndType() {
  const visit = selectCustomer(lakshmi)
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  typeText(visit.id, 'upiReference', 'UPI2611')
  return activeVisit.get()!
}

describe('a customer who is opened before the phone has read its stored visits', () => {
  /** Opens the browser again. Nothing of the database is read or written until the returned function is called. */
  async function openOnSlowPhone(): Promise<() => Promise<void>> {
    await readVisitRows()
    const transaction = (await phoneDatabase()).transaction('visits', 'readwrite')
    let isHeld = true
    const holding = (async () => {
      while (isHeld) await transaction.store.count()
    })()
    sessionStorage.clear()
    activeVisit.set(undefined)
    startSession(phone, { id: '1', name: 'Ravi' })
    return async () => {
      isHeld = false
      await holding
      await readVisitRows()
    }
  }
  const storedVisit = async () => new Map(await readVisitRows()).get('visit_26')?.value

  test('has the stored visit when nothing is entered in the new one [R-7.065]', async () => {
    const visit = weighAndType()
    const release = await openOnSlowPhone()
    selectCustomer(lakshmi)
    await release()
    await expect.poll(activeVisit.get).toEqual(visit)
    expect(typedFields(visit.id).get().texts).toEqual({ upiReference: 'UPI2611' })
    expect(await storedVisit()).toMatchObject({ visitId: visit.id, hair: { black_hair: 100 } })
  })

  test.each([
    ['weighed', () => setWeights({ grey_hair: 60 }, FALLBACK_HAIR_PRICES)],
    ['typed', (id: string) => typeText(id, 'cookingset_hairWeight', '30 gms')],
  ])('keeps the new visit when something is %s in it [R-7.065]', async (_what, enter) => {
    weighAndType()
    const release = await openOnSlowPhone()
    const { id } = selectCustomer(lakshmi)
    enter(id)
    await release()
    await expect.poll(storedVisit).toMatchObject({ visitId: id })
    expect(activeVisit.get()).toMatchObject({ id })
  })

  test('keeps the new visit when the stored one is over [R-7.065]', async () => {
    weighAndType()
    closeVisit()
    const release = await openOnSlowPhone()
    const { id } = selectCustomer(lakshmi)
    await release()
    await expect.poll(storedVisit).toMatchObject({ visitId: id })
    expect(activeVisit.get()).toMatchObject({ id })
  })
})
