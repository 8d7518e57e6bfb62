import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INVOICE_ID_PATTERN, makeInvoiceId, type DealKind } from './invoice.ts'

const AT_MS = 1_763_690_400_000

describe('an invoice id', () => {
  it.each<[DealKind, string]>([
    ['settlement', 'INV-1763690400000-ABCDEF'],
    ['cash-payment', 'CASH-1763690400000-ABCDEF'],
  ])('of a %s is %s [R-9.020, R-9.021]', (kind, expected) => {
    expect(makeInvoiceId(kind, AT_MS, [0, 1, 2, 3, 4, 5])).toBe(expected)
  })

  it('has the prefix, the timestamp and six uppercase letters without I and O', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(
        fc.constantFrom<DealKind>('settlement', 'cash-payment'),
        fc.integer({ min: 0, max: 4e12 }),
        fc.array(byte, { minLength: 6, maxLength: 6 }),
        (kind, atMs, bytes) => {
          const id = makeInvoiceId(kind, atMs, bytes)
          expect(id).toMatch(INVOICE_ID_PATTERN)
          expect(id).toMatch(new RegExp(`^(INV|CASH)-${atMs}-[A-HJ-NP-Z]{6}$`))
        },
      ),
    )
  })

  it('is different for each byte, time and kind of deal', () => {
    const ids = new Set<string>()
    for (let first = 0; first < 24; first++)
      for (let last = 0; last < 24; last++)
        ids.add(makeInvoiceId('settlement', AT_MS, [first, 0, 0, 0, 0, last]))
    ids.add(makeInvoiceId('settlement', AT_MS + 1, [0, 0, 0, 0, 0, 0]))
    ids.add(makeInvoiceId('cash-payment', AT_MS, [0, 0, 0, 0, 0, 0]))
    expect(ids.size).toBe(24 * 24 + 2)
  })

  it.each([
    'INV-1763690400000-abcdef',
    'INV-1763690400000-ABCDE',
    'INV--5-ABCDEF',
    'INV-NaN-ABCDEF',
    'BILL-1-ABCDEF',
    ' INV-1-ABCDEF',
    'INV-1-ABCDEF\n',
    '',
  ])('cannot be %j', (text) => {
    expect(text).not.toMatch(INVOICE_ID_PATTERN)
  })
})
