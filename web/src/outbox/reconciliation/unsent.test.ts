import { expect, test } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { newEntry } from '../entry.ts'
import { rebuildEntry } from '../rebuild-entry.ts'
import { describeUnsent } from './unsent.ts'

test('the photos of a deal count as unsent until the server has them', async () => {
  const entry = newEntry(await rebuildEntry(newSettlementDeal()))
  expect(describeUnsent([{ ...entry, done: ['record'] }])).toMatchObject({ deals: 1, photos: 1 })
  const sent = describeUnsent([{ ...entry, done: ['record', 'photos'] }])
  expect(sent).toMatchObject({ deals: 1, photos: 0, items: [{ photos: 0 }] })
})
