import { addProduct } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import type { Visit } from '@veni/domain/visit'
import { beforeEach, expect, test } from 'vitest'
import { storePacketPhoto, newWeighedVisit } from '../../../test/deal-visit.ts'
import { newSettlementDeal } from '../../../test/deals.ts'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { mirrorRecord } from '../../outbox/stores/deal-store.ts'
import { startSession } from '../../state/session.ts'
import { completeDeal, dealPhoto } from './complete-deal.ts'

const [cookingSet] = DEMO_PRODUCTS
const PLACE = { latitude: 17.4, longitude: 78.5, address: 'Charminar, Hyderabad' }

beforeEach(() => {
  startStandInServer()
  localStorage.clear()
  startSession('9000000001', undefined)
})

const stored = (key: 'settlements' | 'cashPayments'): unknown =>
  JSON.parse(localStorage.getItem(key) ?? '')

/** The fields that both records have for a visit with 100 g of black hair. */
const hairOf = (visit: Visit) => ({
  visit_id: visit.id,
  customer_id: '26',
  customer_name: 'Lakshmi',
  hair_type: 'Black Hair',
  hair_weight: 100,
  hair_value: 350,
  hair_lines: [{ hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 }],
  hair_photo_url: expect.stringMatching(/^blob:/) as string,
  location: PLACE,
})

test('a cash payment stores the specified record under cashPayments [R-3.063, R-3.064, R-3.065]', async () => {
  const visit = newWeighedVisit()
  const deal = await completeDeal(visit, {
    kind: 'cash-payment',
    packet: dealPhoto(await storePacketPhoto(visit.id)),
    receipt: undefined,
    location: PLACE,
    payoutMethod: 'upi',
    upiReference: ' UPI1 ',
    cashAmountPaise: undefined,
  })
  expect(deal.invoiceId).toMatch(/^CASH-\d+-[A-Z]{6}$/)
  expect(stored('cashPayments')).toEqual([
    {
      ...hairOf(visit),
      invoice_id: deal.invoiceId,
      items: [],
      items_total: 0,
      balance_amount: 350,
      balance_type: 'return',
      cash_amount: 0,
      payout_method: 'upi',
      upi_reference: 'UPI1',
      cash_receipt_url: '',
      payment_date: new Date(deal.createdAt).toISOString(),
      status: 'completed',
    },
  ])
})

test.each([
  [1, 29.44, 320.56, 'return'],
  [12, 353.28, 3.28, 'collect'],
] as const)(
  'a settlement with %i items stores the specified record under settlements [R-3.060, R-3.061, R-3.062]',
  async (quantity, itemsTotal, balance, direction) => {
    const opened = newWeighedVisit()
    const [line] = addProduct(opened.cart, cookingSet!).items
    const visit = { ...opened, cart: { ...opened.cart, items: [{ ...line!, quantity }] } }
    const packet = dealPhoto(await storePacketPhoto(visit.id))
    const deal = await completeDeal(visit, { kind: 'settlement', packet, location: PLACE })
    expect(deal.invoiceId).toMatch(/^INV-\d+-[A-Z]{6}$/)
    expect(stored('settlements')).toEqual([
      {
        ...hairOf(visit),
        invoice_id: deal.invoiceId,
        items: [
          expect.objectContaining({ productId: 'cookingset', name: 'Cooking Set', quantity }),
        ],
        items_total: itemsTotal,
        balance_amount: balance,
        balance_type: direction,
        settlement_date: new Date(deal.createdAt).toISOString(),
        status: 'confirmed',
      },
    ])
  },
)

test('the local list has the newest 200 records, and a record that is stored again once', () => {
  const invoiceIdOf = (at: number) => `INV-${1_763_690_400_000 + at}-KXQRTB`
  const deals = Array.from({ length: 201 }, (_, at) => {
    const deal = newSettlementDeal({ invoice_id: invoiceIdOf(at) })
    return { ...deal, invoiceId: invoiceIdOf(at) }
  })
  for (const deal of [...deals, deals.at(-1)!]) mirrorRecord(deal)
  const listed = stored('settlements') as readonly { readonly invoice_id: string }[]
  expect(listed.map((record) => record.invoice_id)).toEqual(
    deals.slice(1).map((deal) => deal.invoiceId),
  )
})
