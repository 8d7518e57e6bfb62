import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { newProduct } from '../test/carts.ts'
import { anyForm, anyVisit, dealContext, newDealPhoto } from '../test/deals.ts'
import { addProduct } from './cart.ts'
import { buildDeal, dealSchema, type CashPaymentForm, type SettlementForm } from './deal.ts'
import { cashPaymentSchema, settlementSchema } from './deal/record.ts'
import { paise } from './money.ts'
import { openVisit, weigh } from './visit.ts'
import { listNeededSteps, listSteps, planCall, workApi, type StepName, type Work } from './work.ts'

const VISIT_ID = '0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11'
const HYDERABAD = { latitude: 17.4, longitude: 78.5, address: 'Charminar', accuracy_m: 8, age_s: 3 }
const COMPLETED_AT = '2026-11-21T03:22:00.000Z'

/**
 * 137.5 g at ₹70 per 20 g are ₹481.25, and 40 g at ₹30 are ₹60. The sum ₹541.25 is rounded once to ₹541.
 * The rice cooker costs ₹1206.44, so the balance to collect is ₹665.44.
 */
const weighed = weigh(
  openVisit(VISIT_ID, {
    id: '26',
    name: 'లక్ష్మి',
    mobile: '9876543210',
    email: '',
    location: 'Kothapalli, Karimnagar',
  }),
  { black_hair: 137.5, grey_hair: 40 },
  [
    { hairType: 'black_hair', pricePer20gPaise: paise(70_00), minimumWeightGrams: 20 },
    { hairType: 'grey_hair', pricePer20gPaise: paise(30_00), minimumWeightGrams: 20 },
  ],
)
const visit = { ...weighed, cart: addProduct(weighed.cart, newProduct()) }

const riceCooker = {
  id: '2',
  productId: 'ricecooker',
  name: 'Rice Cooker',
  price: 1206.44,
  quantity: 1,
  image: '/pictures/ricecooker.svg',
  description: '500Grams',
}

/** The fields of both kinds of record, computed by hand. */
const figures = {
  visit_id: VISIT_ID,
  customer_id: '26',
  customer_name: 'లక్ష్మి',
  hair_type: 'Black Hair, Grey Hair',
  hair_weight: 177.5,
  hair_value: 541,
  hair_lines: [
    { hair_type: 'black_hair', weight_grams: 137.5, price_per_20g: 70, value: 481.25 },
    { hair_type: 'grey_hair', weight_grams: 40, price_per_20g: 30, value: 60 },
  ],
  items: [riceCooker],
  items_total: 1206.44,
  balance_amount: 665.44,
  balance_type: 'collect',
  location: HYDERABAD,
}

const head = {
  visitId: VISIT_ID,
  owner: '9000000001',
  customerId: '26',
  createdAt: Date.parse(COMPLETED_AT),
  isDemo: false,
}

const settlementForm: SettlementForm = {
  kind: 'settlement',
  packet: newDealPhoto('packet-1'),
  location: HYDERABAD,
}

const cashForm: CashPaymentForm = {
  kind: 'cash-payment',
  packet: newDealPhoto('packet-1'),
  receipt: newDealPhoto('receipt-1', '/api/images/receipt.jpg'),
  location: HYDERABAD,
  payoutMethod: 'cash',
  upiReference: ' typed before the change to cash ',
  cashAmountPaise: paise(665_00),
}

describe('the deal of an items settlement', () => {
  const build = () => buildDeal(visit, settlementForm, dealContext)
  const sent = {
    ...figures,
    invoice_id: 'INV-1795231320000-ABCDEF',
    hair_photo_url: '',
    settlement_date: COMPLETED_AT,
    status: 'confirmed',
  }

  it('has the specified record, with a local URL of the photo [R-3.061, R-3.062, R-3.063, R-7.020]', () => {
    expect(build().deal).toEqual({
      ...head,
      kind: 'settlement',
      invoiceId: 'INV-1795231320000-ABCDEF',
      record: { ...sent, hair_photo_url: 'blob:packet-1' },
    })
  })

  it('sends the record before the photo', () => {
    expect(build().work).toEqual({
      kind: 'settlement',
      settlement: sent,
      photos: [{ id: 'packet-1', role: 'packet' }],
    })
    expect(describeCalls(build().work)).toEqual(['POST /api/settlements', 'photos'])
  })
})

describe('the deal of a cash payment', () => {
  const build = () => buildDeal(visit, cashForm, dealContext)
  const sent = {
    ...figures,
    invoice_id: 'CASH-1795231320000-ABCDEF',
    hair_photo_url: '',
    cash_amount: 665,
    payout_method: 'cash',
    upi_reference: '',
    cash_receipt_url: '/api/images/receipt.jpg',
    payment_date: COMPLETED_AT,
    status: 'completed',
  }

  it('has the specified record [R-3.062, R-3.063, R-3.065]', () => {
    expect(build().deal).toEqual({
      ...head,
      kind: 'cash-payment',
      invoiceId: 'CASH-1795231320000-ABCDEF',
      record: { ...sent, hair_photo_url: 'blob:packet-1' },
    })
  })

  it('makes one order and sets it to delivered [R-3.052, R-3.053, R-3.054, R-3.056, R-4.062]', () => {
    const link = { visit_id: VISIT_ID, invoice_id: 'CASH-1795231320000-ABCDEF' }
    const urls = { hair_photo_url: '', cash_receipt_url: '/api/images/receipt.jpg' }
    expect(build().work).toEqual({
      kind: 'cash-payment',
      order: {
        customer_id: 26,
        runner_id: 1,
        product_id: 'ricecooker',
        product_name: 'Rice Cooker × 1',
        product_price: 1206.44,
        quantity: 1,
        total_amount: 1206.44,
        items: [riceCooker],
        payment_method: 'cash',
        delivery_address: 'Kothapalli, Karimnagar',
        customer_notes: '',
        runner_notes: 'Invoice CASH-1795231320000-ABCDEF',
        ...urls,
        ...link,
      },
      delivered: {
        status: 'delivered',
        runner_notes: 'Invoice CASH-1795231320000-ABCDEF',
        delivery_date: COMPLETED_AT,
        actual_amount: 665,
        payment_type: 'cash',
        ...urls,
        ...link,
      },
      payment: sent,
      photos: [
        { id: 'packet-1', role: 'packet' },
        { id: 'receipt-1', role: 'receipt' },
      ],
    })
  })

  it('sends order, record and photos in this order', () => {
    expect(describeCalls(build().work)).toEqual([
      'POST /api/orders',
      'PUT /api/orders/:id 77',
      'POST /api/cash-payments',
      'photos',
      'PUT /api/orders/:id 77',
    ])
  })

  it('has the trimmed UPI reference and no receipt when it is paid by UPI', () => {
    const upi = { payoutMethod: 'upi', upiReference: ' 4123 ', receipt: undefined } as const
    const { deal, work } = buildDeal(visit, { ...cashForm, ...upi }, dealContext)
    expect(deal).toMatchObject({ record: { cash_receipt_url: '' } })
    expect(work).toMatchObject({
      delivered: { runner_notes: 'Invoice CASH-1795231320000-ABCDEF, UPI reference 4123' },
      payment: { payout_method: 'upi', upi_reference: '4123', cash_receipt_url: '' },
      photos: [{ id: 'packet-1', role: 'packet' }],
    })
  })
})

describe('any deal', () => {
  it('can be stored, and all its calls have valid bodies with the same invoice id [R-4.069]', () => {
    fc.assert(
      fc.property(anyVisit, anyForm, (visitOfDeal, form) => {
        const { deal, work } = buildDeal(visitOfDeal, form, dealContext)
        expect(v.parse(dealSchema, deal)).toEqual(deal)
        for (const { name, body } of planCalls(work)) {
          expect(v.is(workApi[name].body, body)).toBe(true)
          expect(body).toMatchObject({ invoice_id: deal.invoiceId, visit_id: visitOfDeal.id })
        }
      }),
    )
  })
})

const sentBefore = (step: StepName) => ({
  customerId: '26',
  orderId: step === 'order' ? undefined : '77',
  photoUrls: { packet: '/api/images/packet.jpg' },
})

const planCalls = (work: Work) =>
  listSteps(work.kind).flatMap((step) => planCall(work, step, sentBefore(step)) ?? [])

/** Method, path and id of each call; the name of a step that has no call. */
function describeCalls(work: Work): string[] {
  return listNeededSteps(work).map((step) => {
    const call = planCall(work, step, sentBefore(step))
    if (!call) return step
    const { method, path } = workApi[call.name]
    return [method, path, ...Object.values(call.params)].join(' ')
  })
}

describe('the record of a deal', () => {
  /** The step `record` adds the order id when it is sent. */
  const addedLater = ['order_id']

  it.each(['settlement', 'cash-payment'] as const)('has every field of its schema: %s', (kind) => {
    const form = kind === 'settlement' ? settlementForm : cashForm
    const { deal } = buildDeal(visit, form, { ...dealContext, clockOffsetS: 0 })
    const schema = kind === 'settlement' ? settlementSchema : cashPaymentSchema
    const missing = Object.keys(schema.entries).filter((name) => !(name in deal.record))
    expect(missing.filter((name) => !addedLater.includes(name))).toEqual([])
  })
})
