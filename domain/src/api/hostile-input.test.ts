import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { api } from '../api.ts'
import { computeCartTotals, storedCartSchema, storedItemsSchema } from '../cart.ts'
import { customerReplySchema, customersReplySchema } from '../customer.ts'
import { FALLBACK_HAIR_PRICES } from '../demo/data.ts'
import { hairCollectionSchema, hairPricesReplySchema, valueCollection } from '../hair.ts'
import { ZERO_PAISE } from '../money.ts'
import { orderReplySchema } from '../order.ts'
import { productsReplySchema } from '../product.ts'
import { cashPaymentSchema, settlementSchema } from '../deal/record.ts'

const parsers: Readonly<Record<string, v.GenericSchema>> = {
  customers: customersReplySchema,
  'one customer': customerReplySchema('26'),
  products: productsReplySchema,
  'hair prices': hairPricesReplySchema,
  'order reply': orderReplySchema,
  'stored cart': storedCartSchema,
  'stored items': storedItemsSchema,
  'hair collection': hairCollectionSchema,
  settlement: settlementSchema,
  'cash payment': cashPaymentSchema,
}

const fieldNames = [
  'id',
  'order_id',
  'data',
  'products',
  'pricing',
  'order',
  'items',
  'hairValue',
  'customerId',
  'productId',
  'name',
  'price',
  'quantity',
  'hair_type',
  'price_per_20g',
  'minimum_weight',
  'is_active',
  'runner_id',
  'status',
  'next_followup',
  '__proto__',
  'constructor',
  'toString',
]

/** JSON with the field names of the parsers and with values that break careless parsers. */
const hostileJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<unknown>(
      null,
      undefined,
      true,
      0,
      -0,
      -1,
      0.5,
      1e308,
      -1e308,
      5e-324,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      2 ** 53,
      '',
      ' ',
      '1e308',
      'NaN',
      '29.44',
      '2026-02-30',
      'x'.repeat(10_000),
    ),
    fc.string(),
    fc.double(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...fieldNames), tie('value')), { maxLength: 8 })
      // Like JSON.parse, this makes `__proto__` an own key.
      .map((entries) => Object.fromEntries(entries) as unknown),
  ),
})).value

describe('hostile input causes no exception', () => {
  it.each(Object.keys(parsers))('in the parser of %s', (name) => {
    const schema = parsers[name]!
    fc.assert(
      fc.property(hostileJson, (input) => {
        expect(() => v.safeParse(schema, input)).not.toThrow()
      }),
      { numRuns: 200 },
    )
  })

  it('in the schema of any request', () => {
    const schemas = Object.values(api).flatMap((call) =>
      [
        'params' in call ? call.params : undefined,
        'query' in call ? call.query : undefined,
        'body' in call ? call.body : undefined,
      ].filter((schema) => schema !== undefined),
    )
    fc.assert(
      fc.property(hostileJson, fc.constantFrom(...schemas), (input, schema) => {
        expect(() => v.safeParse(schema as v.GenericSchema, input)).not.toThrow()
      }),
      { numRuns: 400 },
    )
  })
})

describe('accepted input can be computed', () => {
  it('any stored cart that parses has exact totals', () => {
    fc.assert(
      fc.property(
        fc.record({ customerId: fc.constant(26), items: hostileJson, hairValue: hostileJson }),
        (input) => {
          const cart = v.parse(storedCartSchema, input)
          expect(() => computeCartTotals(cart)).not.toThrow()
        },
      ),
      { numRuns: 200 },
    )
  })

  it('the items of a link never exceed the limit of a record', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => ({
      id: `p${index}`,
      price: index % 2 ? 1e9 : 1_000_000,
      quantity: 999,
    }))
    const items = v.parse(storedItemsSchema, lines)
    // One item stays below ₹100 crore; two would exceed it.
    expect(items).toHaveLength(1)
    expect(computeCartTotals({ items, hairValuePaise: ZERO_PAISE }).itemsTotalPaise).toBe(
      999 * 1_000_000 * 100,
    )
  })

  it('any hair collection that parses has a value', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('black_hair', 'grey_hair', '__proto__', 'toString'),
          hostileJson,
        ),
        (input) => {
          const collection = v.parse(hairCollectionSchema, input)
          expect(valueCollection(collection, FALLBACK_HAIR_PRICES).totalPaise).toBeGreaterThan(-1)
        },
      ),
    )
  })

  it('a key named __proto__ changes no object', () => {
    const input: unknown = JSON.parse(
      '{"__proto__": {"black_hair": 500, "polluted": true}, "grey_hair": 40}',
    )
    const collection = v.parse(hairCollectionSchema, input)
    expect(collection).toEqual({ grey_hair: 40 })
    expect(valueCollection(collection, FALLBACK_HAIR_PRICES).totalPaise).toBe(60_00)
    expect({}).not.toHaveProperty('polluted')
  })
})
