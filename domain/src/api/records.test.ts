import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { customersReplySchema } from '../customer.ts'
import {
  hairLineSchema,
  hairPriceRecordSchema,
  hairPricesReplySchema,
  storedHairLinesSchema,
  toHairLineRecord,
  toHairPriceRecord,
  valueCollection,
  type HairPriceRecord,
} from '../hair.ts'
import { orderReplySchema } from '../order.ts'
import { productsReplySchema } from '../product.ts'
import { customerRecordSchema, type CustomerRecord } from './customers.ts'
import { orderRecordSchema, type OrderRecord } from './orders.ts'
import { productRecordSchema, type ProductRecord } from './products.ts'

const customer: CustomerRecord = {
  id: 26,
  state: 'తెలంగాణ',
  district: 'కరీంనగర్',
  village_info: 'కొత్తపల్లి',
  member_name: 'లక్ష్మి',
  father_or_husband_name: 'రమేష్',
  mobile: '9876543210',
  email: '',
  status: 'hold',
  runner_id: null,
  extra: '',
  comments: 'Call later',
  next_followup: '2026-11-25',
}
const product: ProductRecord = {
  id: 1,
  productId: 'cookingset',
  name: 'Cooking Set',
  weight: '500Grams',
  price: 29.44,
  image_url: '/pictures/cookingset.svg',
}
const hairPrice: HairPriceRecord = {
  hair_type: 'black_hair',
  price_per_20g: 70,
  minimum_weight_grams: 20,
  is_active: true,
}
const order: OrderRecord = { id: 77, order_id: 77, status: 'delivered' }

describe('the app reads every field of the replies of our server for', () => {
  it('customers', () => {
    expect(v.is(customerRecordSchema, customer)).toBe(true)
    expect(v.parse(customersReplySchema, [customer])).toEqual([
      {
        id: '26',
        state: 'తెలంగాణ',
        district: 'కరీంనగర్',
        villageInfo: 'కొత్తపల్లి',
        memberName: 'లక్ష్మి',
        fatherOrHusbandName: 'రమేష్',
        mobile: '9876543210',
        email: '',
        status: 'hold',
        runnerId: '',
        extra: '',
        comments: 'Call later',
        nextFollowup: '2026-11-25',
      },
    ])
  })

  it('products', () => {
    expect(v.is(productRecordSchema, product)).toBe(true)
    expect(v.parse(productsReplySchema, [product])).toEqual([
      {
        id: '1',
        productId: 'cookingset',
        name: 'Cooking Set',
        description: '500Grams',
        pricePaise: 29_44,
        imageUrl: '/pictures/cookingset.svg',
      },
    ])
  })

  it('hair prices, without inactive ones', () => {
    expect(v.is(hairPriceRecordSchema, hairPrice)).toBe(true)
    const reply = [hairPrice, { ...hairPrice, hair_type: 'old', is_active: false }]
    expect(v.parse(hairPricesReplySchema, reply)).toEqual([
      { hairType: 'black_hair', pricePer20gPaise: 70_00, minimumWeightGrams: 20 },
    ])
  })

  it('orders', () => {
    expect(v.is(orderRecordSchema, order)).toBe(true)
    expect(v.parse(orderReplySchema, order)).toBe('77')
  })
})

/** A valid value for each field of a schema, also for the optional ones. */
function sampleOf(entries: Readonly<Record<string, v.GenericSchema>>): Record<string, unknown> {
  const values: Record<string, unknown> = { string: 'text', number: 70, boolean: true }
  return Object.fromEntries(
    Object.entries(entries).map(([name, field]) => {
      const inner = 'wrapped' in field ? (field.wrapped as v.GenericSchema) : field
      const sample = 'options' in inner ? (inner.options as unknown[])[0] : values[inner.type]
      expect(sample, `a sample of ${name}`).toBeDefined()
      return [name, sample]
    }),
  )
}

it('every field of a hair price is in its record', () => {
  const record = sampleOf(hairPriceRecordSchema.entries)
  const [price] = v.parse(hairPricesReplySchema, [record])
  expect(price && toHairPriceRecord({ ...price, isActive: true })).toEqual(record)
})

it('a field that both a hair price and a hair line have reaches the record of the deal', () => {
  const record = sampleOf(hairPriceRecordSchema.entries)
  expect(v.is(hairPriceRecordSchema, record)).toBe(true)
  const prices = v.parse(hairPricesReplySchema, [record])
  const { lines } = valueCollection({ text: 100 }, prices)
  const restored = v.parse(storedHairLinesSchema, JSON.parse(JSON.stringify(lines)))
  expect(restored).toEqual(lines)
  const shared = Object.entries(record).filter(([name]) => name in hairLineSchema.entries)
  expect(shared.map(([name]) => name)).toEqual(
    expect.arrayContaining(['hair_type', 'price_per_20g']),
  )
  expect(restored.map(toHairLineRecord)).toMatchObject([Object.fromEntries(shared)])
})
