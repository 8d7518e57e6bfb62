/**
 * The rules by which the office checks an order that belongs to no deal, such as a single order. A flag never refuses
 * an order. `deal/flags.ts` has the rules for deals.
 */
import * as v from 'valibot'
import { MAX_QUANTITY } from '../cart.ts'
import { CASH_LIMIT_RUPEES, fieldIf, type PricesByName } from '../deal/flags.ts'
import { isWrongTime, readTime } from '../deal/recorded-time.ts'
import { toPlainDigits } from '../digits.ts'
import { MAX_WEIGHT_GRAMS } from '../hair.ts'
import { paiseFromRupees, type Paise } from '../money.ts'

/** What the rules read of an order. */
export interface CheckedOrder {
  /** The order names the invoice of a deal, which may have several products. */
  readonly isOfDeal: boolean
  readonly isDelivered: boolean
  readonly productId: string
  readonly quantity: number
  readonly productPricePaise: Paise | null
  readonly totalAmountPaise: Paise | null
  /** What the runner received. */
  readonly actualAmountPaise: Paise | null
  /** Free text, as typed. */
  readonly hairWeight: string | null
  readonly cashAmount: string | null
  readonly deliveryDate: string | null
  /** Prices are in rupees. */
  readonly items: readonly {
    readonly productId: string
    readonly price: number
    readonly quantity: number
  }[]
}

/** What the server knows about an order when it arrives or is delivered, besides the order itself. */
export interface OrderFacts {
  /** ms since 1970 by the server's clock. */
  readonly receivedAt: number
  readonly isOwnCustomer: boolean
  /** Every price that a phone could have had for this order. */
  readonly productPrices: PricesByName
}

/** Each rule returns the paths of the fields that it found odd. */
type Rule = (order: CheckedOrder, facts: OrderFacts) => readonly string[]

/** The time zone of the runner is ahead of the server's, so a day may be tomorrow. */
const MOST_AHEAD_MS = 86_400_000

const CASH_LIMIT_PAISE = CASH_LIMIT_RUPEES * 100

const flagRules = {
  /** The office never sold this product while a phone could read it. */
  'unknown-product': ({ productId, items }, { productPrices }) => [
    ...fieldIf(!productPrices.has(productId), 'product_id'),
    ...items.flatMap((item, index) =>
      fieldIf(!productPrices.has(item.productId), `items.${index}.productId`),
    ),
  ],
  /** The product never had this price while a phone could read it. */
  'unknown-price': ({ productId, productPricePaise, items }, { productPrices }) => [
    ...fieldIf(
      productPricePaise !== null && isOtherPrice(productPrices, productId, productPricePaise),
      'product_price',
    ),
    ...items.flatMap((item, index) =>
      fieldIf(
        isOtherPrice(productPrices, item.productId, paiseFromRupees(item.price)),
        `items.${index}.price`,
      ),
    ),
  ],
  /** The amount is not the price times the quantity, and not the sum of the items. */
  'amount-differs': (order, { productPrices }) => {
    const possible = findPossibleAmounts(order, productPrices)
    const differs = (amount: Paise | null) => amount !== null && possible?.has(amount) === false
    return [
      ...fieldIf(differs(order.totalAmountPaise), 'total_amount'),
      ...fieldIf(differs(order.actualAmountPaise), 'actual_amount'),
    ]
  },
  /** The app sends the amount with every delivery of a single order. */
  'amount-missing': ({ isOfDeal, isDelivered, actualAmountPaise }) =>
    fieldIf(isDelivered && !isOfDeal && actualAmountPaise === null, 'actual_amount'),
  'large-quantity': ({ quantity, hairWeight }) => [
    ...fieldIf(quantity > MAX_QUANTITY, 'quantity'),
    ...fieldIf(findLargestNumber(hairWeight, WEIGHTS) > MAX_WEIGHT_GRAMS, 'hair_weight'),
  ],
  /** The app orders one product at a time; only the cart of a deal has more. */
  'several-products': ({ isOfDeal, quantity, items }) => [
    ...fieldIf(!isOfDeal && quantity > 1, 'quantity'),
    ...fieldIf(!isOfDeal && items.length > 0, 'items'),
  ],
  'large-amount': (order) => [
    ...fieldIf(isLarge(order.productPricePaise), 'product_price'),
    ...fieldIf(isLarge(order.totalAmountPaise), 'total_amount'),
    ...fieldIf(isLarge(order.actualAmountPaise), 'actual_amount'),
    ...fieldIf(findLargestNumber(order.cashAmount, COUNTS) >= CASH_LIMIT_RUPEES, 'cash_amount'),
  ],
  'wrong-time': ({ deliveryDate }, { receivedAt }) =>
    fieldIf(
      Boolean(deliveryDate) && isWrongTime(readTime(deliveryDate ?? ''), receivedAt, MOST_AHEAD_MS),
      'delivery_date',
    ),
  'customer-of-another-runner': (_order, { isOwnCustomer }) =>
    fieldIf(!isOwnCustomer, 'customer_id'),
} as const satisfies Record<string, Rule>

export type OrderFlagKind = keyof typeof flagRules
export const ORDER_FLAG_KINDS = Object.keys(flagRules) as readonly OrderFlagKind[]

/** `sent-later`: the office adopted the order, and the phone sent it after that with another value. */
export const OFFICE_ORDER_FLAG_KINDS = ['sent-later'] as const

export const orderFlagSchema = v.object({
  kind: v.picklist([...ORDER_FLAG_KINDS, ...OFFICE_ORDER_FLAG_KINDS]),
  /** Path in the wire format: `items.0.price`. */
  field: v.string(),
})
export type OrderFlag = v.InferOutput<typeof orderFlagSchema>

/** Applies every rule. An order without flags has nothing odd. */
export function findOrderFlags(order: CheckedOrder, facts: OrderFacts): OrderFlag[] {
  return ORDER_FLAG_KINDS.flatMap((kind) =>
    flagRules[kind](order, facts).map((field): OrderFlag => ({ kind, field })),
  )
}

/** False for an unknown product, which has a flag of its own. */
function isOtherPrice(prices: PricesByName, productId: string, price: Paise | undefined): boolean {
  const known = prices.get(productId)
  return known !== undefined && (price === undefined || !known.has(price))
}

/** Amounts in paise; undefined for an unknown product without items. */
function findPossibleAmounts(
  { productId, quantity, items }: CheckedOrder,
  prices: PricesByName,
): ReadonlySet<number> | undefined {
  if (items.length > 0) {
    const values = items.map((item) => Math.round(item.price * 100) * item.quantity)
    return new Set([values.reduce((sum, value) => sum + value, 0)])
  }
  const known = prices.get(productId)
  return known && new Set([...known].map((price) => price * quantity))
}

const isLarge = (amount: Paise | null) => amount !== null && amount >= CASH_LIMIT_PAISE

type Units = ReadonlyMap<string, number>
const toUnits = (factor: number, words: string): [string, number][] =>
  words
    .normalize('NFKC')
    .split(' ')
    .map((word) => [word, factor])

/** What the word after a number multiplies it by. */
const COUNTS: Units = new Map([
  ...toUnits(1e3, 'k thousand వెయ్యి వేలు వేల हजार हज़ार'),
  ...toUnits(1e5, 'l lakh lakhs lac lacs లక్ష లక్షలు లక్షల लाख'),
  ...toUnits(1e6, 'million'),
  ...toUnits(1e7, 'cr crore crores కోటి కోట్లు కోట్ల करोड़'),
])
const WEIGHTS: Units = new Map([
  ...COUNTS,
  ...toUnits(1e3, 'kg kgs kilo kilos కిలో కిలోలు కిలోల కేజీ కేజీలు किलो'),
  ...toUnits(1e5, 'quintal quintals'),
  ...toUnits(1e6, 'ton tons tonne tonnes'),
])

const NUMBER_AND_WORD = /(\d[\d,]*(?:\.\d+)?(?:e\+?\d{1,3})?)[\s.-]*([\p{L}\p{M}]*)/giu
/** `2 00 000` and `200 000`, but not `250 300`, which may be two weights. */
const BLANKS_IN_NUMBER = /\b(?:\d{1,2}(?: \d{2})+ \d{3}|\d{1,3}(?: \d{3})* 000)\b/g

/**
 * Finds the largest number of a text in any digits: `Rs. 2,00,000.00` and `౨ లక్షలు` have 200000, a text without a number
 * has 0. Numbers with a `+` between them are added.
 */
function findLargestNumber(text: string | null, units: Units): number {
  const plain = toPlainDigits(text ?? '').replaceAll(BLANKS_IN_NUMBER, (number) =>
    number.replaceAll(' ', ''),
  )
  const parts = plain.split(/(?<!e)\+/i).map((part) => {
    const found = [...part.matchAll(NUMBER_AND_WORD)]
    return Math.max(
      0,
      ...found.map(
        ([, number = '', word = '']) =>
          Number(number.replaceAll(',', '')) * (units.get(word.toLowerCase()) ?? 1),
      ),
    )
  })
  return parts.reduce((sum, number) => sum + number, 0)
}
