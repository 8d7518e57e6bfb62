import type { DealOf } from '@veni/domain/deal'
import { LOCATION_NOT_AVAILABLE } from '@veni/domain/location'
import { beforeEach, expect, test } from 'vitest'
import { newCartProduct, startDeal } from '../../../../test/deal-visit.ts'
import { json, startStandInServer } from '../../../../test/stand-in-server.ts'
import { signInAtPlainPortal } from '../../../../test/runner.ts'
import { clearVisits, startVisit } from '../../../../test/show-screen.tsx'
import { randomId } from '../../../lib/random-id.ts'
import { dealChange, listDeals, storeDeal } from '../../../outbox/stores/deal-store.ts'
import { storage } from '../../../storage/phone-storage.ts'
import { owner } from '../../../state/session.ts'
import { activeVisit } from '../../../state/visit.ts'
import { markDelivered } from './mark-delivered.ts'

const newSettlement = (visitId: string): DealOf<'settlement'> => ({
  kind: 'settlement',
  visitId,
  invoiceId: 'INV-1-ABCDEF',
  owner: owner(),
  customerId: '26',
  createdAt: 1,
  isDemo: false,
  record: {
    invoice_id: 'INV-1-ABCDEF',
    visit_id: visitId,
    customer_id: '26',
    customer_name: 'Lakshmi',
    hair_type: 'Black Hair',
    hair_weight: 100,
    hair_value: 350,
    hair_lines: [],
    items: [],
    items_total: 200,
    balance_amount: 150,
    balance_type: 'return',
    hair_photo_url: '',
    location: LOCATION_NOT_AVAILABLE,
    settlement_date: '2026-11-21T09:30:00.000Z',
    status: 'confirmed',
  },
})

beforeEach(() => {
  clearVisits()
  signInAtPlainPortal()
  startStandInServer().answer('PUT /api/settlements/INV-1-ABCDEF', json({}))
})

test('Mark as Delivered changes the record and clears the cart and the selected customer [R-4.066]', async () => {
  startDeal(newCartProduct(200))
  expect(sessionStorage.getItem('cart_26')).toContain('Handbag')
  const deal = newSettlement(activeVisit.get()?.id ?? '')
  await storeDeal(deal)
  await markDelivered(deal)
  expect((await listDeals(owner())).map(({ record }) => record.status)).toEqual(['delivered'])
  expect(activeVisit.get()).toBeUndefined()
  for (const key of ['cart_26', 'selectedCustomerId', 'selectedCustomerName'])
    expect(sessionStorage.getItem(key)).toBeNull()
})

test('a visit that began after the settlement stays open', async () => {
  const deal = newSettlement(randomId())
  await storeDeal(deal)
  startVisit({}, { id: '27', name: 'Anjali' })
  await markDelivered(deal)
  expect(activeVisit.get()?.customer.id).toBe('27')
})

test('a deal that is received at the same moment stays received', async () => {
  const deal = newSettlement(randomId())
  await storeDeal(deal)
  // The result must not depend on the order of the two writes.
  await Promise.all([
    markDelivered(deal),
    storage.write([dealChange(deal.visitId, (stored) => ({ ...stored, receivedAt: 7 }))]),
  ])
  expect(await listDeals(owner())).toMatchObject([
    { receivedAt: 7, record: { status: 'delivered' } },
  ])
})

test('a deal that was received before stays received', async () => {
  const deal = newSettlement(randomId())
  await storeDeal({ ...deal, receivedAt: 7 })
  await markDelivered(deal)
  expect((await listDeals(owner())).map(({ receivedAt }) => receivedAt)).toEqual([7])
})
