import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { hairPricesReplySchema, valueCollection, type HairPrice } from './hair.ts'
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
    ['price under `price`', { hair_type: 'black_hair', price: 70 }],
    ['price under `rate`', { hair_type: 'black_hair', rate: '70' }],
    ['the type under `id`', { id: 'black_hair', price_per_20g: '70.00' }],
    ['an empty type beside an id', { hair_type: '', id: 'black_hair', price: 70 }],
    ['the minimum under `minimum_weight`', { ...record, minimum_weight_grams: null }],
    ['numbers as text', { ...record, price_per_20g: ' 70 ', minimum_weight_grams: '20' }],
    ['no minimum', { hair_type: 'black_hair', price_per_20g: 70 }],
    ['a senseless minimum', { ...record, minimum_weight_grams: -5 }],
    ['a minimum of nothing', { ...record, minimum_weight_grams: 0 }],
    ['an unknown extra field', { ...record, colour: '#000' }],
    ['is_active true', { ...record, is_active: true }],
    ['is_active 1', { ...record, is_active: 1 }],
  ])('is read with %s [R-3.030, R-5.032]', (_, entry) => {
    expect(v.parse(hairPricesReplySchema, [entry])).toEqual(parsed)
  })

  it.each([
    ['switched off', { ...record, is_active: false }],
    ['switched off as 0', { ...record, is_active: 0 }],
    ["switched off as '0'", { ...record, is_active: '0' }],
    ["switched off as 'false'", { ...record, is_active: 'false' }],
    ['free', { ...record, price_per_20g: 0 }],
    ['of a negative price', { ...record, price_per_20g: -70 }],
    ['of a price below a paisa', { ...record, price_per_20g: 0.001 }],
    ['of a price beyond reason', { ...record, price_per_20g: 1e308 }],
    ['above ₹10,000', { ...record, price_per_20g: 10_000.01 }],
    ['without a price', { hair_type: 'black_hair' }],
    ['without a type', { price_per_20g: 70 }],
    ['null', null],
    ['text', 'black_hair'],
  ])('drops an entry that is %s and keeps its neighbours [R-9.011, R-9.012]', (_, bad) => {
    const good = { hair_type: 'grey_hair', price: 30 }
    const read = v.parse(hairPricesReplySchema, [bad, good])
    expect(read.map((price) => price.hairType)).toEqual(['grey_hair'])
  })

  it('pays a type that is listed twice once only, at its first price', () => {
    const prices = v.parse(hairPricesReplySchema, [record, { ...record, price_per_20g: 80 }])
    expect(valueCollection({ black_hair: 100 }, prices).totalPaise).toBe(350_00)
  })

  it.each([
    ['HTML', '<!doctype html>'],
    ['nothing', null],
    ['an error', { error: 'x' }],
    ['data that is no list', { data: {} }],
  ])('is a failure when it is %s', (_, reply) => {
    expect(v.is(hairPricesReplySchema, reply)).toBe(false)
  })
})
