import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolutePaise,
  addPaise,
  formatRupees,
  MAX_PAISE,
  multiplyPaise,
  paise,
  paiseFromRupees,
  parseRupees,
  roundToRupees,
  rupeesFromPaise,
  subtractPaise,
} from './money.ts'

const anyAmount = fc.integer({ min: -1 * MAX_PAISE, max: MAX_PAISE }).map(paise)

describe('a number of paise', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e308])('cannot be %s', (value) => {
    const problem = new RangeError(`not a whole number of paise: ${value}`)
    expect(() => paise(value)).toThrow(problem)
  })

  it('is never negative zero, which the screen would show as -₹0', () => {
    expect(Object.is(paise(-0), 0)).toBe(true)
  })
})

describe('rupees from the wire', () => {
  it.each([
    [29.44, 2944],
    [1206.44, 120_644],
    [400.44, 40_044],
    [200, 20_000],
    [0.1 + 0.2, 30],
    [0.005, 1],
    [-29.44, -2944],
    [-0.001, 0],
    [1e9, MAX_PAISE],
  ])('%s rupees are %s paise', (rupees, expected) => {
    expect(paiseFromRupees(rupees)).toBe(expected)
  })

  it.each([1e9 + 0.01, -1e9 - 0.01, 1e308, Number.NaN, Number.POSITIVE_INFINITY])(
    'are refused when they are %s',
    (rupees) => {
      expect(paiseFromRupees(rupees)).toBeUndefined()
    },
  )

  it('are converted back to the same amount', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(paiseFromRupees(rupeesFromPaise(amount))).toBe(amount)
      }),
    )
  })

  it('are converted exactly from two decimals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (whole, fraction) => {
          const written = `${whole}.${String(fraction).padStart(2, '0')}`
          expect(paiseFromRupees(Number(written))).toBe(whole * 100 + fraction)
        },
      ),
    )
  })

  it('never throw for any number', () => {
    fc.assert(
      fc.property(fc.double(), (rupees) => {
        const amount = paiseFromRupees(rupees)
        expect(amount === undefined || Number.isSafeInteger(amount)).toBe(true)
      }),
    )
  })
})

describe('sums of paise', () => {
  it('are equal to sums of big integers', () => {
    fc.assert(
      fc.property(fc.array(anyAmount, { maxLength: 50 }), anyAmount, (amounts, other) => {
        const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n)
        expect(BigInt(addPaise(...amounts))).toBe(sum)
        expect(BigInt(subtractPaise(addPaise(...amounts), other))).toBe(sum - BigInt(other))
      }),
    )
  })

  it('are equal to products of big integers', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 9_999 }), (amount, times) => {
        expect(BigInt(multiplyPaise(amount, times))).toBe(BigInt(amount) * BigInt(times))
      }),
    )
  })

  it('throw when the result is not an exact integer', () => {
    expect(() => multiplyPaise(MAX_PAISE, 1e6)).toThrow(RangeError)
    expect(() => multiplyPaise(paise(1), 0.5)).toThrow(RangeError)
  })

  it('have an absolute value', () => {
    expect(absolutePaise(paise(-5))).toBe(5)
    expect(absolutePaise(paise(5))).toBe(5)
  })
})

describe('rounding to whole rupees', () => {
  it.each([
    [0, 0],
    [49, 0],
    [50, 1],
    [149, 1],
    [150, 2],
    [-49, 0],
    [-50, -1],
    [-149, -1],
    [-150, -2],
    [2944, 29],
  ])('%s paise round to %s rupees', (amount, rupees) => {
    expect(roundToRupees(paise(amount))).toBe(rupees)
  })

  it('is equal to whole-number arithmetic for positive and negative amounts', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const size = (BigInt(Math.abs(amount)) + 50n) / 100n
        expect(BigInt(roundToRupees(amount))).toBe(amount < 0 ? -size : size)
      }),
    )
  })
})

describe('rupees on the screen', () => {
  it.each([
    [0, '₹0'],
    [2944, '₹29'],
    [120_644, '₹1,206'],
    [120_650, '₹1,207'],
    [1_00_000_00, '₹1,00,000'],
    [-350_00, '-₹350'],
    [-49, '₹0'],
  ])('show %s paise as %s [R-1.010]', (amount, text) => {
    expect(formatRupees(paise(amount))).toBe(text)
  })

  it('have the format of the browser for India', () => {
    const style = { style: 'currency', currency: 'INR', maximumFractionDigits: 0 } as const
    const inIndia = new Intl.NumberFormat('en-IN', style)
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(formatRupees(amount)).toBe(inIndia.format(roundToRupees(amount)))
      }),
    )
  })
})

describe('parseRupees', () => {
  it.each([
    ['100', 10_000],
    [' 1,206.44 ', 120_644],
    ['₹ 30', 3_000],
    ['Rs. 100.00', 10_000],
    ['rs100.5', 10_050],
    ['INR 29.44', 2_944],
    ['1,20,000', 12_000_000],
    ['120,000', 12_000_000],
    ['0', 0],
    ['007', 700],
    ['1000000000', MAX_PAISE],
  ])('reads %j', (text, expected) => {
    expect(parseRupees(text)).toBe(expected)
  })

  it.each([
    '',
    ' ',
    '-1',
    '1.234',
    '1e3',
    '0x10',
    'abc',
    '₹',
    '1.2.3',
    '1000000000.01',
    '9'.repeat(400),
    '29,44',
    '1,,000',
    ',100',
    '1,000,',
    '100 rupees',
    'NaN',
    'Infinity',
  ])('does not read %j', (text) => {
    expect(parseRupees(text)).toBeUndefined()
  })

  it('reads every amount that the app shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (rupees) => {
        expect(parseRupees(formatRupees(paise(rupees * 100)))).toBe(rupees * 100)
      }),
    )
  })

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const amount = parseRupees(text)
        expect(amount === undefined || amount >= 0).toBe(true)
      }),
    )
  })
})
