import { FALLBACK_HAIR_PRICES } from '@veni/domain/demo/data'
import { beforeEach, describe, expect, test } from 'vitest'
import { phoneDatabase, writeRows } from '../../test/phone-database.ts'
import { signInRunner } from '../../test/runner.ts'
import { newVisitCustomer } from '../../test/show-screen.tsx'
import { restoreVisits } from './restore-visits.ts'
import { owner, startSession } from './session.ts'
import { typedFields, typeText } from './typed-fields.ts'
import { activeVisit, closeVisit, selectCustomer, setWeights } from './visit.ts'
import { readVisitRows } from './visit-rows.ts'

const lakshmi = newVisitCustomer()
let phone: string

beforeEach(async () => {
  sessionStorage.clear()
  activeVisit.set(undefined)
  phone = signInRunner()
  await restoreVisits()
})

function weighAndType() {
  const visit = selectCustomer(lakshmi)
  setWeights({ black_hair: 100 }, FALLBACK_HAIR_PRICES)
  typeText(visit.id, 'upiReference', 'UPI2611')
  return activeVisit.get()!
}

/**
 * Opens the browser again. Nothing of a collection is read or written until the returned function is called, which waits
 * until the stored visits are adopted.
 */
async function openOnSlowPhone(held: 'visits' | 'deals' = 'visits'): Promise<() => Promise<void>> {
  await readVisitRows()
  const transaction = (await phoneDatabase()).transaction(held, 'readwrite')
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
    await restoreVisits()
  }
}
const storedVisit = async () => new Map(await readVisitRows()).get('visit_26')?.value

describe('a customer who is opened before the phone has read its stored visits', () => {
  test.each(['visits', 'deals'] as const)(
    'has the stored visit when nothing is entered in the new one, and the %s are slow [R-7.065]',
    async (held) => {
      const visit = weighAndType()
      const release = await openOnSlowPhone(held)
      selectCustomer(lakshmi)
      await release()
      expect(activeVisit.get()).toEqual(visit)
      expect(typedFields(visit.id).get().texts).toEqual({ upiReference: 'UPI2611' })
      expect(await storedVisit()).toMatchObject({ visitId: visit.id, hair: { black_hair: 100 } })
    },
  )

  test('has the stored visit with the data of the link that opened it [R-7.065]', async () => {
    const { id } = weighAndType()
    const release = await openOnSlowPhone()
    selectCustomer(lakshmi)
    selectCustomer({ ...lakshmi, mobile: '9848099999' })
    await release()
    expect(activeVisit.get()).toMatchObject({ id, hair: { black_hair: 100 } })
    expect(activeVisit.get()?.customer.mobile).toBe('9848099999')
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
    expect(activeVisit.get()).toMatchObject({ id })
    expect(await storedVisit()).toMatchObject({ visitId: id })
  })

  test('keeps the new visit when the stored one is over [R-7.065]', async () => {
    weighAndType()
    closeVisit()
    const release = await openOnSlowPhone()
    const { id } = selectCustomer(lakshmi)
    await release()
    expect(activeVisit.get()).toMatchObject({ id })
    expect(await storedVisit()).toMatchObject({ visitId: id })
  })

  test('has what another tab enters later [R-4.076]', async () => {
    const release = await openOnSlowPhone()
    const { id } = selectCustomer(lakshmi)
    typeText(id, 'upiReference', 'UPI2611')
    await release()
    const [, row] = (await readVisitRows()).find(([name]) => name === 'visit_26')!
    const value = { ...(row.value as object), hair: { grey_hair: 60 } }
    await writeRows([
      {
        collection: 'visits',
        key: `${owner()}|visit_26`,
        row: { version: row.version + 1, value },
      },
    ])
    new BroadcastChannel('veni-visits').postMessage(null)
    await expect.poll(() => activeVisit.get()?.hair).toEqual({ grey_hair: 60 })
    expect(activeVisit.get()?.id).toBe(id)
  })
})
