import { expect, test } from 'vitest'
import { paymentIn, read, record } from '../../test/damaged-deals.ts'
import { recountDeal } from './recount.ts'

const line = (hair_type: string, weight_grams: number, value: number) => ({
  hair_type,
  weight_grams,
  price_per_20g: 70,
  value,
})

test.each([
  // ₹84 and ₹87.50 are ₹171.50, which the app shows, pays and stores as ₹172 (ruling 17).
  [
    'the value is rounded once',
    [line('black_hair', 24, 84), line('white_hair', 25, 87.5)],
    49,
    172,
  ],
  [
    'the weight is exact',
    [line('black_hair', 20.1, 70.35), line('white_hair', 20.2, 70.7)],
    40.3,
    141,
  ],
])('the sums of the hair are those of the app: %s', (_, hair_lines, hair_weight, hair_value) => {
  const { hair_value: _v, hair_weight: _w, balance_amount: _b, balance_type: _t, ...rest } = record
  const { work } = read([
    { record: { ...rest, hair_lines, items: [], items_total: 0, cash_amount: hair_value } },
  ])
  const payment = paymentIn(work)
  expect(payment).toMatchObject({ hair_weight, hair_value, balance_amount: hair_value })
  expect(
    recountDeal(payment as never, { hair: new Map(), products: new Map() }).filter(
      ({ kind }) => kind !== 'price',
    ),
  ).toEqual([])
})
