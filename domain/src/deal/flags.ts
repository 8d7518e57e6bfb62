/**
 * The rules by which the office checks a deal. A flag never refuses a deal, because hair and money have changed hands
 * already. {@link recountDeal} checks the sums.
 */
import * as v from 'valibot'
import { isWrongClock, MOST_CLOCK_OFFSET_S } from '../clock.ts'
import { DEFAULT_MINIMUM_GRAMS } from '../hair.ts'
import { LOCATION_NOT_AVAILABLE } from '../location.ts'
import { paiseFromRupees, type Paise } from '../money.ts'
import { HAIR_PURCHASE } from '../order.ts'
import { isWrongTime, readTime } from './recorded-time.ts'
import type { RecordedDeal } from './recount.ts'

/** Prices of 20 g by hair type, and of products by `productId`. */
export type PricesByName = ReadonlyMap<string, ReadonlySet<Paise>>

/** What the server knows about a deal when it arrives, besides the record. */
export interface DealFacts {
  /** ms since 1970 by the server's clock. */
  readonly receivedAt: number
  /** The customer was the runner's when the deal arrived. */
  readonly isOwnCustomer: boolean
  /** Every price that a phone could have had for this deal. */
  readonly hairPrices: PricesByName
  readonly productPrices: PricesByName
  /** Today's minimum weight in grams by hair type. */
  readonly hairMinimums: ReadonlyMap<string, number>
  /** The order of a cash payment, if it has one. */
  readonly order: OrderOfDeal | undefined
}

/** What the rules compare with the deal. */
export interface OrderOfDeal {
  readonly status: string
  readonly invoiceId: string | null
  readonly paidPaise: Paise | null
  readonly productId: string
  readonly productPricePaise: Paise | null
  readonly quantity: number
  readonly totalPaise: Paise | null
  /** Prices are in rupees. */
  readonly items: RecordedDeal['items']
  /** The texts of a single order; null in the order of a deal. */
  readonly hairWeight: string | null
  readonly cashAmount: string | null
  /** null for an erased customer, too. */
  readonly deliveryDate: string | null
}

/** No phone with a right clock makes a deal after its receipt. */
const MOST_AHEAD_MS = MOST_CLOCK_OFFSET_S * 1_000

/** ₹2,00,000: Indian law permits no cash receipt of this size or more (Income-tax Act, section 269ST). */
export const CASH_LIMIT_RUPEES = 200_000

/** A settlement has no field for the money that was collected: from this balance the office asks for it. */
export const COLLECTED_LIMIT_RUPEES = 10_000
/**
 * A settlement has no receipt or reference for the money that was returned. A customer with so much left could have had
 * any usual product for it, and it is the price of half a kilogram of hair.
 */
export const RETURNED_LIMIT_RUPEES = 2_000
/** The app permits ten times as much, but nobody sells so much hair of their own. */
export const HEAVY_GRAMS = 10_000

/** Each rule returns the paths of the fields that it found odd. */
type Rule = (deal: RecordedDeal, facts: DealFacts) => readonly string[]

const flagRules = {
  /** The office never had this price while a phone could read it, or never had this hair type or product. */
  'unknown-price': ({ hair_lines, items }, { hairPrices, productPrices }) => [
    ...hair_lines.flatMap(({ hair_type, price_per_20g }, index) =>
      isKnown(hairPrices, hair_type, price_per_20g) ? [] : [`hair_lines.${index}.price_per_20g`],
    ),
    ...items.flatMap(({ productId, price }, index) =>
      isKnown(productPrices, productId, price) ? [] : [`items.${index}.price`],
    ),
  ],
  /** No wait explains the time of the deal by the phone's clock. */
  'wrong-time': (deal, { receivedAt }) => {
    const [field, text] = completion(deal)
    return fieldIf(isWrongTime(readTime(text), receivedAt, MOST_AHEAD_MS), field)
  },
  /** The phone has measured that its clock is wrong, or the measured offset does not correct the deal's time. */
  'wrong-clock': (deal, { receivedAt }) => {
    const { clock_offset_s: offset } = deal
    if (offset === undefined) return []
    const corrected = Date.parse(completion(deal)[1]) + offset * 1_000
    const isOdd = isWrongClock(offset) || isWrongTime(corrected, receivedAt, MOST_AHEAD_MS)
    return fieldIf(isOdd, 'clock_offset_s')
  },
  'customer-of-another-runner': (_deal, { isOwnCustomer }) =>
    fieldIf(!isOwnCustomer, 'customer_id'),
  'no-upi-reference': (deal) =>
    fieldIf(
      'payout_method' in deal &&
        deal.payout_method === 'upi' &&
        !/[\p{L}\p{N}]/u.test(deal.upi_reference),
      'upi_reference',
    ),
  'large-amount': (deal) => [
    ...fieldIf(deal.hair_value >= CASH_LIMIT_RUPEES, 'hair_value'),
    ...fieldIf(deal.items_total >= CASH_LIMIT_RUPEES, 'items_total'),
    ...fieldIf('cash_amount' in deal && deal.cash_amount >= CASH_LIMIT_RUPEES, 'cash_amount'),
  ],
  /** The customer owed money, and the deal does not say that the runner has it. The recount finds cash that differs. */
  'not-collected': (deal) => {
    if (deal.balance_type !== 'collect') return []
    return 'cash_amount' in deal
      ? fieldIf(deal.payout_method === 'upi' && deal.cash_amount === 0, 'cash_amount')
      : fieldIf(deal.balance_amount >= COLLECTED_LIMIT_RUPEES, 'balance_amount')
  },
  /** The money that went back is in no photo and has no reference. The app returns it with a cash payment, too. */
  'large-return': (deal) =>
    fieldIf(
      isSettlement(deal) &&
        deal.balance_type === 'return' &&
        deal.balance_amount >= RETURNED_LIMIT_RUPEES,
      'balance_amount',
    ),
  /** The app confirms no settlement with an empty cart: all of the hair value would go back as money. */
  'no-items': (deal) => fieldIf(isSettlement(deal) && deal.items.length === 0, 'items'),
  /** The app permits it when there are items, but the deal has a photo of a hair packet. */
  'no-hair': ({ hair_lines }) => fieldIf(hair_lines.length === 0, 'hair_lines'),
  'large-weight': ({ hair_weight }) => fieldIf(hair_weight > HEAVY_GRAMS, 'hair_weight'),
  /** The app counts no such weight. The office may have raised a minimum since the valuation. */
  'below-minimum': ({ hair_lines }, { hairMinimums }) =>
    hair_lines.flatMap(({ hair_type, weight_grams }, index) => {
      const minimum = Math.min(hairMinimums.get(hair_type) ?? 0, DEFAULT_MINIMUM_GRAMS)
      return fieldIf(weight_grams < minimum, `hair_lines.${index}.weight_grams`)
    }),
  /** The app has one line for each hair type. */
  'repeated-hair-type': ({ hair_lines }) =>
    hair_lines.flatMap(({ hair_type }, index) =>
      fieldIf(
        hair_lines.findIndex((line) => line.hair_type === hair_type) !== index,
        `hair_lines.${index}.hair_type`,
      ),
    ),
  /** The app has this place only when it has no location, and says so in the address. */
  'no-place': ({ location: { latitude, longitude, address } }) =>
    fieldIf(
      latitude === 0 && longitude === 0 && address !== LOCATION_NOT_AVAILABLE.address,
      'location',
    ),
  /** The app makes the order before it pays. */
  'order-missing': (deal, { order }) =>
    fieldIf('cash_amount' in deal && order === undefined, 'order_id'),
  /** The order of the payment is not the one that `buildDealOrder` makes, or is not delivered as the deal says. */
  'order-differs': (deal, { order }) =>
    fieldIf(
      order !== undefined &&
        'cash_amount' in deal &&
        !(isDeliveredAs(deal, order) && hasProductsOf(deal, order)),
      'order_id',
    ),
} as const satisfies Record<string, Rule>

export type FlagKind = keyof typeof flagRules
export const FLAG_KINDS = Object.keys(flagRules) as readonly FlagKind[]

/**
 * `adopted`: the phone could not send the deal, and the office recorded it from what it could read; the field was given
 * or computed, or is `record`. `sent-later`: the phone could send it after that, with another value.
 */
export const OFFICE_FLAG_KINDS = ['adopted', 'sent-later'] as const

export const dealFlagSchema = v.object({
  kind: v.picklist([...FLAG_KINDS, ...OFFICE_FLAG_KINDS]),
  /** Path in the record: `items.0.price`. */
  field: v.string(),
})
export type DealFlag = v.InferOutput<typeof dealFlagSchema>

/** Applies every rule. A deal without flags has nothing odd. */
export function findFlags(deal: RecordedDeal, facts: DealFacts): DealFlag[] {
  return FLAG_KINDS.flatMap((kind) =>
    flagRules[kind](deal, facts).map((field): DealFlag => ({ kind, field })),
  )
}

type RecordedPayment = Extract<RecordedDeal, { cash_amount: number }>

const isDeliveredAs = (deal: RecordedPayment, order: OrderOfDeal) =>
  order.status === 'delivered' &&
  order.invoiceId === deal.invoice_id &&
  order.paidPaise === paiseFromRupees(deal.cash_amount) &&
  (order.deliveryDate === null || order.deliveryDate === deal.payment_date)

/** The office checks the deal and not its order, so the order must not have more than the deal. */
const hasProductsOf = (deal: RecordedPayment, order: OrderOfDeal) =>
  JSON.stringify(toProducts(order)) === JSON.stringify(toOrderedProducts(deal)) &&
  order.hairWeight === null &&
  order.cashAmount === null

const toProducts = (order: OrderOfDeal) => ({
  productId: order.productId,
  pricePaise: order.productPricePaise,
  quantity: order.quantity,
  totalPaise: order.totalPaise,
  lines: order.items.map(toLine),
})

/** The products that `buildDealOrder` orders for this deal. */
function toOrderedProducts({ items, items_total, hair_value }: RecordedPayment) {
  const [first] = items
  return {
    productId: first?.productId ?? HAIR_PURCHASE,
    pricePaise: paiseFromRupees(first?.price ?? hair_value),
    quantity: first ? items.reduce((sum, { quantity }) => sum + quantity, 0) : 1,
    totalPaise: paiseFromRupees(first ? items_total : hair_value),
    lines: items.map(toLine),
  }
}

const toLine = ({ productId, price, quantity }: RecordedDeal['items'][number]) => ({
  productId,
  pricePaise: paiseFromRupees(price),
  quantity,
})

const isSettlement = (deal: RecordedDeal) => 'settlement_date' in deal

function completion(deal: RecordedDeal): [field: string, text: string] {
  return 'payment_date' in deal
    ? ['payment_date', deal.payment_date]
    : ['settlement_date', deal.settlement_date]
}

function isKnown(prices: PricesByName, name: string, rupees: number): boolean {
  const price = paiseFromRupees(rupees)
  return price !== undefined && prices.get(name)?.has(price) === true
}

export const fieldIf = (isOdd: boolean, field: string): string[] => (isOdd ? [field] : [])
