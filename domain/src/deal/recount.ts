/** The office's own reckoning of a recorded deal, from what was weighed and what was taken. It never refuses. */
import type * as v from 'valibot'
import { cartTotals, type CartItem } from '../cart.ts'
import {
  lineValuePaise,
  MAX_PRICE_PER_20G_PAISE,
  MAX_WEIGHT_GRAMS,
  totalValuePaise,
  totalWeightGrams,
} from '../hair.ts'
import {
  absolutePaise,
  paise,
  paiseFromRupees,
  roundToRupees,
  rupeesFromPaise,
  ZERO_PAISE,
  type Paise,
} from '../money.ts'
import { productPrice } from '../product.ts'
import {
  type Difference,
  recordedBalanceType,
  type cashPaymentSchema,
  type settlementSchema,
} from './record.ts'

/** What the office pays for 20 g by hair type, and asks for a gift by its catalogue code, now. */
export interface OfficePrices {
  readonly hair: ReadonlyMap<string, Paise>
  readonly gifts: ReadonlyMap<string, Paise>
}

type RecordedDeal = v.InferOutput<typeof settlementSchema> | v.InferOutput<typeof cashPaymentSchema>
type Figure = number | string

/** Every figure in which the office comes to another result than the phone: sums, then cash, then prices. */
export function recountDeal(deal: RecordedDeal, prices: OfficePrices): Difference[] {
  const office = reckon(deal)
  const sum = (field: string, phone: Figure, result: Figure | undefined) =>
    compare('sum', field, phone, result)
  return [
    ...deal.hair_lines.flatMap(({ value }, index) =>
      sum(`hair_lines.${index}.value`, value, rupees(office.lineValuesPaise?.[index])),
    ),
    ...sum('hair_weight', deal.hair_weight, office.weightGrams),
    ...sum('hair_value', deal.hair_value, rupees(office.hairValuePaise)),
    ...sum('items_total', deal.items_total, rupees(office.itemsTotalPaise)),
    ...sum('balance_amount', deal.balance_amount, rupees(office.balancePaise, absolutePaise)),
    ...sum('balance_type', deal.balance_type, mapped(office.balancePaise, recordedBalanceType)),
    ...compareCash(deal, office.balancePaise),
    ...comparePrices(deal, prices),
  ]
}

/** From the deal's lines and frozen prices alone; undefined for what is beyond anything that can be weighed or bought. */
function reckon({ hair_lines, items }: RecordedDeal) {
  const lines = allOf(hair_lines.map(toWeighed))
  const cart = allOf(items.map(toCartItem))
  const hairValuePaise = mapped(lines, totalValuePaise)
  const totals = cart && cartTotals({ items: cart, hairValuePaise: hairValuePaise ?? ZERO_PAISE })
  return {
    lineValuesPaise: lines?.map(lineValuePaise),
    weightGrams: mapped(lines, totalWeightGrams),
    hairValuePaise,
    itemsTotalPaise: totals?.itemsTotalPaise,
    balancePaise: hairValuePaise === undefined ? undefined : totals?.balancePaise,
  }
}

function toWeighed({ weight_grams, price_per_20g }: RecordedDeal['hair_lines'][number]) {
  const pricePer20gPaise = paiseFromRupees(price_per_20g) ?? Number.POSITIVE_INFINITY
  const isPossible = weight_grams <= MAX_WEIGHT_GRAMS && pricePer20gPaise <= MAX_PRICE_PER_20G_PAISE
  return isPossible
    ? { weightGrams: weight_grams, pricePer20gPaise: paise(pricePer20gPaise) }
    : undefined
}

function toCartItem(item: RecordedDeal['items'][number]): CartItem | undefined {
  return mapped(productPrice(item.price), (pricePaise) => ({ ...item, pricePaise }))
}

/**
 * No amount says that nothing was paid or collected in cash, which is wrong only where cash was to be collected. It is
 * right to the rupee as well, as the screens show balances and a cash box can hold them.
 */
function compareCash(deal: RecordedDeal, balancePaise: Paise | undefined): Difference[] {
  if (!('cash_amount' in deal) || balancePaise === undefined) return []
  const { cash_amount, payout_method } = deal
  const isToCollect = balancePaise < 0 && payout_method === 'cash'
  if (cash_amount === 0 && !isToCollect) return []
  const due = absolutePaise(balancePaise)
  if (cash_amount === roundToRupees(due)) return []
  return compare('cash', 'cash_amount', cash_amount, rupees(due))
}

function comparePrices({ hair_lines, items }: RecordedDeal, prices: OfficePrices): Difference[] {
  return [
    ...hair_lines.flatMap(({ hair_type, price_per_20g }, index) =>
      compare(
        'price',
        `hair_lines.${index}.price_per_20g`,
        price_per_20g,
        rupees(prices.hair.get(hair_type)),
      ),
    ),
    ...items.flatMap(({ productId, price }, index) =>
      compare('price', `items.${index}.price`, price, rupees(prices.gifts.get(productId))),
    ),
  ]
}

/** Exactly: both sides divide whole paise by 100, and weigh to the milligram. */
function compare(
  kind: Difference['kind'],
  field: string,
  phone: Figure,
  office: Figure | undefined,
): Difference[] {
  return phone === office ? [] : [{ field, phone, office: office ?? null, kind }]
}

function rupees(amount: Paise | undefined, sized = (value: Paise) => value): number | undefined {
  return mapped(amount, (value) => rupeesFromPaise(sized(value)))
}

function mapped<TIn, TOut>(value: TIn | undefined, map: (value: TIn) => TOut): TOut | undefined {
  return value === undefined ? undefined : map(value)
}

function allOf<T>(values: readonly (T | undefined)[]): T[] | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? known : undefined
}
