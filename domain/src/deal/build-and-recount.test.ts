import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anyForm,
  anyVisit,
  exactCashForm,
  frozenPrices,
  recordOf,
  recount,
  type CashRecord,
} from '../../test/deals.ts'
import { paise } from '../money.ts'
import { recountDeal } from './recount.ts'

describe('the recount, as the inverse of the build,', () => {
  it('finds no difference in a deal whose balance was paid or collected in cash', () => {
    fc.assert(
      fc.property(anyVisit, (visit) => {
        expect(recount(visit, recordOf(visit, exactCashForm(visit)))).toEqual([])
      }),
    )
  })

  it('finds no wrong sum and no changed price in any deal', () => {
    fc.assert(
      fc.property(anyVisit, anyForm, (visit, form) => {
        const kinds = recount(visit, recordOf(visit, form)).map(({ kind }) => kind)
        expect(kinds).toEqual(kinds.filter((kind) => kind === 'cash' && 'cashAmountPaise' in form))
      }),
    )
  })

  const sums = ['hair_weight', 'hair_value', 'items_total', 'balance_amount'] as const
  const anyError = fc.integer({ min: 1, max: 1_000_000 }).map((least) => least / 100)

  it('finds exactly the sum that was changed by 0.01 or more', () => {
    fc.assert(
      fc.property(
        anyVisit,
        anyForm,
        fc.constantFrom(...sums),
        anyError,
        (visit, form, field, by) => {
          const record = recordOf(visit, form)
          const phone = record[field] + by
          expect(sumsOf(recount(visit, { ...record, [field]: phone }))).toEqual([
            { field, phone, office: record[field], kind: 'sum' },
          ])
        },
      ),
    )
  })

  it('finds exactly the line value that was changed', () => {
    fc.assert(
      fc.property(anyVisit, anyForm, fc.nat(), anyError, (visit, form, nth, by) => {
        const record = recordOf(visit, form)
        fc.pre(record.hair_lines.length > 0)
        const index = nth % record.hair_lines.length
        const { value } = record.hair_lines[index]!
        const hair_lines = record.hair_lines.with(index, {
          ...record.hair_lines[index]!,
          value: value + by,
        })
        expect(sumsOf(recount(visit, { ...record, hair_lines }))).toEqual([
          { field: `hair_lines.${index}.value`, phone: value + by, office: value, kind: 'sum' },
        ])
      }),
    )
  })

  it('finds exactly the direction of the balance when it was reversed', () => {
    fc.assert(
      fc.property(anyVisit, anyForm, (visit, form) => {
        const record = recordOf(visit, form)
        const office = record.balance_type
        const phone = office === 'return' ? 'collect' : 'return'
        expect(sumsOf(recount(visit, { ...record, balance_type: phone }))).toEqual([
          { field: 'balance_type', phone, office, kind: 'sum' },
        ])
      }),
    )
  })

  it('finds exactly the cash amount when it is wrong by two rupees or more', () => {
    fc.assert(
      fc.property(anyVisit, anyError, (visit, by) => {
        const record = recordOf(visit, exactCashForm(visit)) as CashRecord
        const office = record.cash_amount
        const phone = office + 2 + by
        expect(recount(visit, { ...record, cash_amount: phone })).toEqual([
          { field: 'cash_amount', phone, office, kind: 'cash' },
        ])
      }),
    )
  })

  it('finds exactly the price that changed after the visit', () => {
    fc.assert(
      fc.property(anyVisit, fc.nat(), (visit, nth) => {
        const record = recordOf(visit, exactCashForm(visit))
        const prices = frozenPrices(visit)
        const keys = [
          ...record.hair_lines.map((line, at) => ({
            map: 'hair' as const,
            key: line.hair_type,
            field: `hair_lines.${at}.price_per_20g`,
            phone: line.price_per_20g,
          })),
          ...record.items.map((item, at) => ({
            map: 'products' as const,
            key: item.productId,
            field: `items.${at}.price`,
            phone: item.price,
          })),
        ]
        fc.pre(keys.length > 0)
        const { map, key, field, phone } = keys[nth % keys.length]!
        const changed = new Map(prices[map]).set(key, paise(Math.round(phone * 100) + 1))
        expect(recountDeal(record, { ...prices, [map]: changed })).toEqual([
          { field, phone, office: (Math.round(phone * 100) + 1) / 100, kind: 'price' },
        ])
      }),
    )
  })
})

const sumsOf = (differences: ReturnType<typeof recount>) =>
  differences.filter(({ kind }) => kind === 'sum')
