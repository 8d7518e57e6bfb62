import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  hairPricesReplySchema,
  MAX_PRICE_PER_20G_PAISE,
  valueCollection,
  type HairPrice,
} from './hair.ts'
import { paise } from './money.ts'

describe('a hair-pricing reply', () => {
  const record = { hair_type: 'black_hair', price_per_20g: 70, minimum_weight_grams: 20 }
  const parsed: HairPrice[] = [
    { hairType: 'black_hair', pricePer20gPaise: paise(70_00), minimumWeightGrams: 20 },
  ]

  it.each([
    ['an array', [record]],
    ['{data: []}', { success: true, data: [record] }],
    ['{pricing: []}', { pricing: [record] }],
  ])('is read when it is %s [R-7.018]', (_, reply) => {
    expect(v.parse(hairPricesReplySchema, reply)).toEqual(parsed)
  })

  it.each([
    ['the price in `price`', { hair_type: 'black_hair', price: 70 }],
    ['the price in `rate`', { hair_type: 'black_hair', rate: '70' }],
    ['the type in `id`', { id: 'black_hair', price_per_20g: '70.00' }],
    ['an empty type beside an id', { hair_type: '', id: 'black_hair', price: 70 }],
    ['an empty minimum', { ...record, minimum_weight_grams: null }],
    ['numbers as text', { ...record, price_per_20g: ' 70 ', minimum_weight_grams: '20' }],
    ['no minimum', { hair_type: 'black_hair', price_per_20g: 70 }],
    ['a negative minimum', { ...record, minimum_weight_grams: -5 }],
    ['a minimum of 0', { ...record, minimum_weight_grams: 0 }],
    ['an unknown extra field', { ...record, colour: '#000' }],
    ['is_active true', { ...record, is_active: true }],
    ['is_active 1', { ...record, is_active: 1 }],
  ])('is read with %s [R-3.030, R-5.032]', (_, entry) => {
    expect(v.parse(hairPricesReplySchema, [entry])).toEqual(parsed)
  })

  it('is read with the minimum in `minimum_weight` [R-3.030]', () => {
    const entry = { hair_type: 'black_hair', price: 70, minimum_weight: '35' }
    expect(v.parse(hairPricesReplySchema, [entry])).toMatchObject([{ minimumWeightGrams: 35 }])
  })

  it('is read with a price of ₹10,000', () => {
    const read = v.parse(hairPricesReplySchema, [{ ...record, price_per_20g: 10_000 }])
    expect(read).toMatchObject([{ pricePer20gPaise: MAX_PRICE_PER_20G_PAISE }])
  })

  it.each([
    ['inactive', { ...record, is_active: false }],
    ['inactive as 0', { ...record, is_active: 0 }],
    ["inactive as '0'", { ...record, is_active: '0' }],
    ["inactive as 'false'", { ...record, is_active: 'false' }],
    ['free', { ...record, price_per_20g: 0 }],
    ['of a negative price', { ...record, price_per_20g: -70 }],
    ['of a price below a paisa', { ...record, price_per_20g: 0.001 }],
    ['of a price that is too high', { ...record, price_per_20g: 1e308 }],
    ['above ₹10,000', { ...record, price_per_20g: 10_000.01 }],
    ['without a price', { hair_type: 'black_hair' }],
    ['without a type', { price_per_20g: 70 }],
    ['null', null],
    ['text', 'black_hair'],
  ])('omits an item that is %s and returns the others [R-9.011, R-9.012]', (_, bad) => {
    const good = { hair_type: 'grey_hair', price: 30 }
    const read = v.parse(hairPricesReplySchema, [bad, good])
    expect(read.map((price) => price.hairType)).toEqual(['grey_hair'])
  })

  it('pays a type once, at its first price, when it is listed twice', () => {
    const prices = v.parse(hairPricesReplySchema, [record, { ...record, price_per_20g: 80 }])
    expect(valueCollection({ black_hair: 100 }, prices).totalPaise).toBe(350_00)
  })

  it.each([
    ['HTML', '<!doctype html>'],
    ['null', null],
    ['an error', { error: 'x' }],
    ['data that is not a list', { data: {} }],
  ])('is a failure when it is %s', (_, reply) => {
    expect(v.is(hairPricesReplySchema, reply)).toBe(false)
  })
})
