import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { FALLBACK_HAIR_PRICES } from './demo/data.ts'
import {
  checkWeight,
  hairCollectionSchema,
  formatHairType,
  MAX_PRICE_PER_20G_PAISE,
  MAX_WEIGHT_GRAMS,
  parseWeightGrams,
  storedHairLinesSchema,
  valueCollection,
  type HairPrice,
} from './hair.ts'
import { paise } from './money.ts'

const newPrice = (price: Partial<HairPrice> = {}): HairPrice => ({
  hairType: 'black_hair',
  pricePer20gPaise: paise(70_00),
  minimumWeightGrams: 20,
  ...price,
})

const valueInRupees = (
  collection: Record<string, number>,
  prices: readonly HairPrice[] = FALLBACK_HAIR_PRICES,
) => valueCollection(collection, prices).totalPaise / 100

describe('a weight', () => {
  it.each([
    [undefined, 'empty'],
    [0, 'empty'],
    [0.001, 'below-minimum'],
    [19.999, 'below-minimum'],
    [20, 'counted'],
    [20.5, 'counted'],
    [MAX_WEIGHT_GRAMS, 'counted'],
    [MAX_WEIGHT_GRAMS + 1, 'too-heavy'],
    [1e308, 'too-heavy'],
    [Number.POSITIVE_INFINITY, 'too-heavy'],
    [Number.NaN, 'below-minimum'],
    [-20, 'below-minimum'],
  ])('of %s g against a minimum of 20 g is %s [R-5.030]', (weight, expected) => {
    expect(checkWeight(weight, newPrice())).toBe(expected)
  })

  it.each([
    ['100', 100],
    [' 20.5 ', 20.5],
    ['0', 0],
    ['-5', -5],
    ['1e308', 1e308],
    ['', undefined],
    ['   ', undefined],
    ['30 gms', undefined],
    ['Infinity', undefined],
    ['NaN', undefined],
  ])('in the text %j is %s', (text, expected) => {
    expect(parseWeightGrams(text)).toBe(expected)
  })
})

describe('the value of a hair collection', () => {
  it.each([
    [{ black_hair: 100 }, 350],
    [{ black_hair: 20 }, 70],
    [{ black_hair: 19 }, 0],
    [{ black_hair: 100, grey_hair: 40 }, 410],
    [{ black_hair: 19, grey_hair: 20 }, 30],
    [{ black_hair: 21 }, 74], // 73.50, half up
    [{ grey_hair: 21 }, 32], // 31.50, half up
    [{ grey_hair: 20.3 }, 30], // 30.45, down
    [{ black_hair: 21, grey_hair: 21 }, 105], // 73.50 + 31.50: rounded once, not 74 + 32
    [{ red_hair: 500 }, 0],
    [{ toString: 500, constructor: 500 }, 0],
    [{ black_hair: Number.NaN }, 0],
    [{ black_hair: -100 }, 0],
    [{ black_hair: 1e308 }, 0],
    [{}, 0],
  ])('of %j is %s rupees [R-9.010]', (collection, rupees) => {
    expect(valueInRupees(collection as Record<string, number>)).toBe(rupees)
  })

  it('is exact for prices with paise', () => {
    const prices = [newPrice({ pricePer20gPaise: paise(29_44) })]
    const valuation = valueCollection({ black_hair: 50 }, prices)
    expect(valuation.lines[0]?.valuePaise).toBe(73_60)
    expect(valuation.totalPaise).toBe(74_00)
  })

  it('is rounded from the exact values of the lines, and not from their whole paise', () => {
    const prices = ['a', 'b'].map((hairType) =>
      newPrice({ hairType, pricePer20gPaise: paise(1_00) }),
    )
    // ₹100.245 and ₹100.254 are ₹200.499. The lines alone are ₹100.25 each, which would be ₹201.
    const valuation = valueCollection({ a: 2_004.9, b: 2_005.08 }, prices)
    expect(valuation.lines.map(({ valuePaise }) => valuePaise)).toEqual([100_25, 100_25])
    expect(valuation.totalPaise).toBe(200_00)
  })

  it('has a line with price and weight for each counted type only', () => {
    expect(valueCollection({ black_hair: 100, grey_hair: 19 }, FALLBACK_HAIR_PRICES)).toEqual({
      lines: [
        {
          hairType: 'black_hair',
          weightGrams: 100,
          pricePer20gPaise: 70_00,
          valuePaise: 350_00,
        },
      ],
      totalPaise: 350_00,
      totalWeightGrams: 100,
    })
  })

  it('ignores inherited properties of the collection', () => {
    const prices = ['toString', '__proto__', 'constructor'].map((hairType) =>
      newPrice({ hairType, minimumWeightGrams: 0 }),
    )
    expect(valueCollection({}, prices)).toEqual({ lines: [], totalPaise: 0, totalWeightGrams: 0 })
  })

  it('adds weights without float errors', () => {
    const prices = ['a', 'b'].map((hairType) => newPrice({ hairType, minimumWeightGrams: 0 }))
    expect(valueCollection({ a: 0.1, b: 0.2 }, prices).totalWeightGrams).toBe(0.3)
  })

  it('is equal to whole-number arithmetic with one rounding half up [R-9.010]', () => {
    const line = fc.record({
      milligrams: fc.integer({ min: 0, max: MAX_WEIGHT_GRAMS * 1000 }),
      pricePaise: fc.integer({ min: 1, max: MAX_PRICE_PER_20G_PAISE }),
      minimum: fc.integer({ min: 0, max: 500 }),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const prices = lines.map(({ pricePaise, minimum }, index) =>
          newPrice({
            hairType: `type_${index}`,
            pricePer20gPaise: paise(pricePaise),
            minimumWeightGrams: minimum,
          }),
        )
        const collection = Object.fromEntries(
          lines.map(({ milligrams }, index) => [`type_${index}`, milligrams / 1000]),
        )
        const exact = lines
          .filter(({ milligrams, minimum }) => milligrams >= minimum * 1000)
          .reduce((sum, each) => sum + BigInt(each.milligrams) * BigInt(each.pricePaise), 0n)
        const unit = 20_000n * 100n
        const rupees = (2n * exact + unit) / (2n * unit)
        expect(BigInt(valueCollection(collection, prices).totalPaise)).toBe(rupees * 100n)
      }),
    )
  })

  it('never decreases when more hair is weighed', () => {
    const grams = fc.integer({ min: 0, max: 5_000 })
    fc.assert(
      fc.property(grams, grams, (weight, more) => {
        const before = valueInRupees({ black_hair: weight })
        expect(valueInRupees({ black_hair: weight + more })).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})

describe('the name of a hair type', () => {
  it.each([
    ['black_hair', 'Black Hair'],
    ['grey', 'Grey'],
    ['long__white_hair_', 'Long White Hair'],
    ['', ''],
    ['నల్ల_జుట్టు', 'నల్ల జుట్టు'],
  ])('of %j is %j [R-3.032]', (hairType, name) => {
    expect(formatHairType(hairType)).toBe(name)
  })
})

describe('a stored hair collection', () => {
  it('is read with its valid weights only [R-3.033]', () => {
    const stored = {
      black_hair: 100,
      grey_hair: '40.5',
      none: 0,
      negative: -1,
      heavy: MAX_WEIGHT_GRAMS + 1,
      text: '30 gms',
      nothing: null,
      list: [20],
      ['x'.repeat(65)]: 20,
    }
    expect(v.parse(hairCollectionSchema, stored)).toEqual({ black_hair: 100, grey_hair: 40.5 })
  })

  it('can have a hair type of 64 characters with the highest weight', () => {
    const collection = { ['x'.repeat(64)]: MAX_WEIGHT_GRAMS }
    expect(v.parse(hairCollectionSchema, collection)).toEqual(collection)
  })

  it.each([null, 'text', 5, undefined])('cannot be %j', (stored) => {
    expect(v.is(hairCollectionSchema, stored)).toBe(false)
  })

  it('is read unchanged', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('black_hair', 'grey_hair', 'white_hair'),
          fc.integer({ min: 1, max: MAX_WEIGHT_GRAMS }),
        ),
        (collection) => {
          const written: unknown = JSON.parse(JSON.stringify(collection))
          expect(v.parse(hairCollectionSchema, written)).toEqual(written)
        },
      ),
    )
  })
})

describe('the fallback hair types', () => {
  it('are black hair at ₹70 and grey hair at ₹30 per 20 g, from 20 g each [R-3.031]', () => {
    expect(FALLBACK_HAIR_PRICES).toEqual([
      newPrice({ hairType: 'black_hair', pricePer20gPaise: paise(70_00), minimumWeightGrams: 20 }),
      newPrice({ hairType: 'grey_hair', pricePer20gPaise: paise(30_00), minimumWeightGrams: 20 }),
    ])
  })
})

describe('stored hair lines', () => {
  const { lines } = valueCollection({ black_hair: 100.5, grey_hair: 40 }, FALLBACK_HAIR_PRICES)

  it('are read unchanged', () => {
    const written: unknown = JSON.parse(JSON.stringify(lines))
    expect(v.parse(storedHairLinesSchema, written)).toEqual(lines)
  })

  it.each([
    ['a negative weight', { weightGrams: -1 }],
    ['a weight that is too high', { weightGrams: 1e308 }],
    ['a fraction of a paisa', { valuePaise: 0.5 }],
    ['a price as text', { pricePer20gPaise: '7000' }],
    ['a price that is too high', { pricePer20gPaise: MAX_PRICE_PER_20G_PAISE + 1 }],
    ['no type', { hairType: null }],
  ])('omit a line with %s and return the others', (_, fields) => {
    const written = [{ ...lines[0], ...fields }, lines[1]]
    expect(v.parse(storedHairLinesSchema, written)).toEqual([lines[1]])
  })
})
