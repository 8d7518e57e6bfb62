import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { anyForm, anyVisit, dealContext } from '../../test/deals.ts'
import { buildDeal } from '../deal.ts'
import { listPhotos, workSchema } from '../work.ts'
import { exportedEntrySchema } from './file.ts'

it('a file for the office may have one photo of each role in a deal, and the phone reads any number', () => {
  fc.assert(
    fc.property(anyVisit, anyForm, (visit, form) => {
      const { work } = buildDeal(visit, form, dealContext)
      const withPhotos = (...more: { id: string; role: string }[]) => ({
        version: 1,
        id: '4f8c2a10-7e55-4b7f-9d0e-2f3a5c6b7d81',
        owner: '9000000001',
        customerId: '1',
        createdAt: 0,
        state: 'due',
        work: { ...work, photos: [...listPhotos(work), ...more] },
      })
      expect(v.is(exportedEntrySchema, withPhotos())).toBe(true)
      const repeated = withPhotos({ id: 'another', role: 'packet' })
      expect(v.is(exportedEntrySchema, repeated)).toBe(false)
      expect(v.is(workSchema, repeated.work)).toBe(true)
    }),
  )
})
