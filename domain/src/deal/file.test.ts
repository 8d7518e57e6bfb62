import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { anyForm, anyVisit, dealContext } from '../../test/deals.ts'
import { buildDeal } from '../deal.ts'
import { listPhotos, workSchema } from '../work.ts'
import { exportedEntrySchema, exportedPhotoSchema } from './file.ts'

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

it.each([
  ['', true],
  ['/9j/', true],
  ['+9j=', true],
  ['AA==', true],
  ['/9j', false],
  ['/9j/4', false],
  ['=9j/', false],
  ['_9j/', false],
])('the bytes %j of a photo in a file are read: %s', (base64, isRead) => {
  const photo = {
    id: 'packet-1',
    visit_id: '4f8c2a10-7e55-4b7f-9d0e-2f3a5c6b7d81',
    role: 'packet',
    type: 'image/jpeg',
    sha256: '',
    taken_at: '2026-11-21T03:22:00.000Z',
    base64,
  }
  expect(v.is(exportedPhotoSchema, photo)).toBe(isRead)
})
