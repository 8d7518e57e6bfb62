/** The recount of a deal, from its hair lines and items only. It never refuses a deal, because the deal is complete. */
import type * as v from 'valibot'
import { computeCartTotals, type CartItem } from '../cart.ts'
import {
  computeLineValuePaise,
  MAX_PRICE_PER_20G_PAISE,
  MAX_WEIGHT_GRAMS,
  sumValuePaise,
  sumWeightGrams,
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
import { toProductPrice } from '../product.ts'
import {
  type Difference,
  toBalanceType,
  type cashPaymentSchema,
  type settlementSchema,
} from './record.ts'

/** Today's prices: of 20 g by hair type, and of a product by its `productId`. */
export interface CurrentPrices {
  readonly hair: ReadonlyMap<string, Paise>
  readonly products: ReadonlyMap<string, Paise>
}

/** A record after parsing. */
export type RecordedDeal =
  | v.InferOutput<typeof settlementSchema>
  | v.InferOutput<typeof cashPaymentSchema>
type Figure = number | string

/**
 * Computes the figures of a record again, from its lines and items. Returns each figure for which the phone has another
 * value: first the sums, then cash, then prices.
 */
export function recountDeal(deal: RecordedDeal, prices: CurrentPrices): Difference[] {
  const figures = computeFigures(deal)
  const sum = (field: string, phone: Figure, recounted: Figure | undefined) =>
    compare('sum', field, phone, recounted)
  return [
    ...deal.hair_lines.flatMap(({ value }, index) =>
      sum(`hair_lines.${index}.value`, value, toRupees(figures.lineValuesPaise?.[index])),
    ),
    ...sum('hair_weight', deal.hair_weight, figures.weightGrams),
    ...sum('hair_value', deal.hair_value, toRupees(figures.hairValuePaise)),
    ...sum('items_total', deal.items_total, toRupees(figures.itemsTotalPaise)),
    ...sum('balance_amount', deal.balance_amount, toRupees(figures.balancePaise, absolutePaise)),
    ...sum('balance_type', deal.balance_type, mapKnown(figures.balancePaise, toBalanceType)),
    ...compareCash(deal, figures.balancePaise),
    ...comparePrices(deal, prices),
  ]
}

/** A figure is undefined when a line has a weight or a price that is not possible. */
function computeFigures({ hair_lines, items }: RecordedDeal) {
  const lines = allKnown(hair_lines.map(toWeighedHair))
  const cart = allKnown(items.map(toCartItem))
  const hairValuePaise = mapKnown(lines, sumValuePaise)
  const totals =
    cart && computeCartTotals({ items: cart, hairValuePaise: hairValuePaise ?? ZERO_PAISE })
  return {
    lineValuesPaise: lines?.map(computeLineValuePaise),
    weightGrams: mapKnown(lines, sumWeightGrams),
    hairValuePaise,
    itemsTotalPaise: totals?.itemsTotalPaise,
    balancePaise: hairValuePaise === undefined ? undefined : totals?.balancePaise,
  }
}

function toWeighedHair({ weight_grams, price_per_20g }: RecordedDeal['hair_lines'][number]) {
  const pricePer20gPaise = paiseFromRupees(price_per_20g) ?? Number.POSITIVE_INFINITY
  const isPossible = weight_grams <= MAX_WEIGHT_GRAMS && pricePer20gPaise <= MAX_PRICE_PER_20G_PAISE
  return isPossible
    ? { weightGrams: weight_grams, pricePer20gPaise: paise(pricePer20gPaise) }
    : undefined
}

function toCartItem(item: RecordedDeal['items'][number]): CartItem | undefined {
  return mapKnown(toProductPrice(item.price), (pricePaise) => ({ ...item, pricePaise }))
}

/**
 * An amount of 0 means that no cash was paid or collected. It is a difference only when cash had to be collected.
 * The balance rounded to a rupee is also correct, because screens show it and cash has no paise.
 */
function compareCash(deal: RecordedDeal, balancePaise: Paise | undefined): Difference[] {
  if (!('cash_amount' in deal) || balancePaise === undefined) return []
  const { cash_amount, payout_method } = deal
  const isToCollect = balancePaise < 0 && payout_method === 'cash'
  if (cash_amount === 0 && !isToCollect) return []
  const due = absolutePaise(balancePaise)
  if (cash_amount === roundToRupees(due)) return []
  return compare('cash', 'cash_amount', cash_amount, toRupees(due))
}

function comparePrices({ hair_lines, items }: RecordedDeal, prices: CurrentPrices): Difference[] {
  return [
    ...hair_lines.flatMap(({ hair_type, price_per_20g }, index) =>
      compare(
        'price',
        `hair_lines.${index}.price_per_20g`,
        price_per_20g,
        toRupees(prices.hair.get(hair_type)),
      ),
    ),
    ...items.flatMap(({ productId, price }, index) =>
      compare('price', `items.${index}.price`, price, toRupees(prices.products.get(productId))),
    ),
  ]
}

/** Compares exactly: both sides divide whole paise by 100 and round weights to the milligram. */
function compare(
  kind: Difference['kind'],
  field: string,
  phone: Figure,
  recounted: Figure | undefined,
): Difference[] {
  return phone === recounted ? [] : [{ field, phone, office: recounted ?? null, kind }]
}

function toRupees(
  amount: Paise | undefined,
  convert = (value: Paise) => value,
): number | undefined {
  return mapKnown(amount, (value) => rupeesFromPaise(convert(value)))
}

function mapKnown<TIn, TOut>(value: TIn | undefined, map: (value: TIn) => TOut): TOut | undefined {
  return value === undefined ? undefined : map(value)
}

function allKnown<T>(values: readonly (T | undefined)[]): T[] | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? known : undefined
}
