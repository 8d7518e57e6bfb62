import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { anyForm, anyVisit, dealContext } from '../../test/deals.ts'
import { buildDeal, dealSchema } from '../deal.ts'

it("the offset of the phone's clock is in the deal, its record and what is sent [R-8.083]", () => {
  fc.assert(
    fc.property(anyVisit, anyForm, fc.integer(), (visit, form, offset) => {
      const { deal, work } = buildDeal(visit, form, { ...dealContext, clockOffsetS: offset })
      expect(deal).toMatchObject({ clockOffsetS: offset, record: { clock_offset_s: offset } })
      expect(v.parse(dealSchema, deal)).toEqual(deal)
      const sent =
        work.kind === 'cash-payment' ? work.payment : 'settlement' in work && work.settlement
      expect(sent).toMatchObject({ clock_offset_s: offset })
    }),
  )
})

it('a deal has no offset when it was never measured [R-8.083]', () => {
  fc.assert(
    fc.property(anyVisit, anyForm, (visit, form) => {
      const { deal, work } = buildDeal(visit, form, { ...dealContext, clockOffsetS: undefined })
      expect(JSON.stringify([deal, work])).not.toMatch(/clock_?offset/i)
    }),
  )
})
