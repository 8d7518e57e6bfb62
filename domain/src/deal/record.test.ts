import { LOCATION_NOT_AVAILABLE, locationSchema } from '../location.ts'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { paise } from '../money.ts'
import {
  cashPaymentSchema,
  toBalanceType,
  settlementSchema,
  type CashPayment,
  type Settlement,
} from './record.ts'

const deal = {
  invoice_id: 'INV-1763690400000-ABCDEF',
  visit_id: '0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11',
  customer_id: 26,
  customer_name: 'లక్ష్మి',
  hair_type: 'Black Hair',
  hair_weight: 100,
  hair_value: 350,
  hair_lines: [{ hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 }],
  items: [
    {
      id: '1',
      productId: 'cookingset',
      name: 'Cooking Set',
      price: 29.44,
      quantity: 2,
      image: '',
      description: '500Grams',
    },
  ],
  items_total: 58.88,
  balance_amount: 291.12,
  balance_type: 'return',
  hair_photo_url: '/api/images/x.jpg',
  location: { latitude: 17.4, longitude: 78.5, address: 'Hyderabad' },
} as const

const newSettlement = (fields: object = {}) => ({
  ...(deal as unknown as Settlement),
  settlement_date: '2026-11-21T03:22:00.000Z',
  status: 'confirmed' as const,
  ...fields,
})
const newCashPayment = (fields: object = {}): CashPayment => ({
  ...(deal as unknown as CashPayment),
  invoice_id: 'CASH-1763690400000-ABCDEF',
  cash_amount: 0,
  payout_method: 'upi',
  upi_reference: '412345678901',
  cash_receipt_url: '',
  payment_date: '2026-11-21T03:22:00.000Z',
  status: 'completed',
  ...fields,
})

describe('a settlement record', () => {
  it('is valid with the specified fields, before and after delivery', () => {
    expect(v.parse(settlementSchema, newSettlement())).toMatchObject({
      customer_id: '26',
      items_total: 58.88,
    })
    expect(v.is(settlementSchema, newSettlement({ status: 'delivered' }))).toBe(true)
  })

  it.each([
    ['an invoice id of another shape', { invoice_id: 'INV-1' }],
    ['no visit', { visit_id: undefined }],
    ['a visit id that is not a UUID', { visit_id: '26' }],
    ['a negative weight', { hair_weight: -1 }],
    ['a negative value', { hair_value: -1 }],
    ['a value that is not a number', { hair_value: Number.NaN }],
    ['a value that is too high', { hair_value: 1e308 }],
    ['a negative balance', { balance_amount: -5 }],
    ['a third direction', { balance_type: 'exact' }],
    ['a fractional quantity', { items: [{ ...deal.items[0], quantity: 0.5 }] }],
    ['too many items', { items: Array.from({ length: 501 }, () => deal.items[0]) }],
    ['a latitude above 90', { location: { ...deal.location, latitude: 90.1 } }],
    ['a date in words', { settlement_date: 'today' }],
    ['an instant that Date cannot read', { settlement_date: '2026-11-21T10:00:00+05' }],
    ['an instant before 1970', { settlement_date: '0000-01-01T00:00:00Z' }],
    ['a status of a cash payment', { status: 'completed' }],
    ['a part of a second', { clock_offset_s: 0.5 }],
    ['an offset of more than all years', { clock_offset_s: 1e13 }],
    ['photo data instead of an address', { hair_photo_url: 'x'.repeat(2_001) }],
  ])('is refused with %s', (_, fields) => {
    expect(v.is(settlementSchema, newSettlement(fields))).toBe(false)
  })
})

describe('a cash payment record', () => {
  it.each([{}, { payout_method: 'cash' }, { order_id: 77 }, { items: [], hair_lines: [] }])(
    'is accepted with %j',
    (fields) => {
      expect(v.is(cashPaymentSchema, newCashPayment(fields))).toBe(true)
    },
  )

  it.each([
    { payout_method: 'card' },
    { cash_amount: -1 },
    { cash_amount: '100' },
    { status: 'confirmed' },
    { payment_date: '' },
  ])('is refused with %j', (fields) => {
    expect(v.is(cashPaymentSchema, newCashPayment(fields))).toBe(false)
  })
})

describe('a location', () => {
  it('has the coordinates 0,0 when it is not available, and is valid in a record [R-8.074]', () => {
    expect(LOCATION_NOT_AVAILABLE).toEqual({
      latitude: 0,
      longitude: 0,
      address: 'Location not available',
    })
    expect(v.is(locationSchema, LOCATION_NOT_AVAILABLE)).toBe(true)
  })
})

describe('the recorded direction of a balance', () => {
  it.each([
    [1, 'return'],
    [0, 'return'],
    [-1, 'collect'],
  ])('of %s paise is %s [R-3.062]', (balance, expected) => {
    expect(toBalanceType(paise(balance))).toBe(expected)
  })
})
