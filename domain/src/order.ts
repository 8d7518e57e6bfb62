/** The schemas and bodies of orders. Amounts on the wire are rupees. */
import * as v from 'valibot'
import { computeCartTotals, dealItemSchema, toDealItems, type CartItem } from './cart.ts'
import { INVOICE_ID_PATTERN } from './invoice.ts'
import { fitItems, shorten } from './deal/fit-record.ts'
import { rupeesFromPaise, ZERO_PAISE, type Paise } from './money.ts'
import { WIRE_RUNNER_ID } from './runner.ts'
import { looseId, toWireId } from './api/wire.ts'

export const PURCHASE_TYPES = ['fullHair', 'cash', 'whiteHair'] as const
export type PurchaseType = (typeof PURCHASE_TYPES)[number]
export const DEFAULT_PURCHASE_TYPE: PurchaseType = 'whiteHair'

export const PAYOUT_METHODS = ['upi', 'cash'] as const
export type PayoutMethod = (typeof PAYOUT_METHODS)[number]
export const DEFAULT_PAYOUT_METHOD: PayoutMethod = 'upi'

/** Characters of a text that a runner types into an order. */
export const MAX_TEXT_LENGTH = 2_000
const shortText = v.pipe(v.string(), v.maxLength(MAX_TEXT_LENGTH))
const rupees = v.pipe(v.number(), v.minValue(0), v.maxValue(1e9))
const amountOrText = v.union([rupees, shortText])

/** Links an order to its visit and its invoice; a plain portal ignores both (ruling 3). */
const dealLink = {
  visit_id: v.optional(v.pipe(v.string(), v.uuid())),
  invoice_id: v.optional(v.pipe(v.string(), v.regex(INVOICE_ID_PATTERN))),
}

/** POST /api/orders: the fields of /placeorder and of /cash-payment in one schema. */
export const orderCreateSchema = v.object({
  customer_id: looseId,
  runner_id: v.optional(looseId),
  product_id: looseId,
  product_name: v.optional(shortText),
  product_price: v.optional(rupees),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  total_amount: v.optional(rupees),
  payment_method: v.picklist(['cash', 'hair', 'upi']),
  delivery_address: v.optional(shortText, ''),
  purchase_type: v.optional(v.picklist(PURCHASE_TYPES)),
  hair_weight: v.optional(amountOrText),
  cash_amount: v.optional(amountOrText),
  customer_notes: v.optional(shortText, ''),
  runner_notes: v.optional(shortText, ''),
  hair_photo_url: v.optional(shortText),
  cash_receipt_url: v.optional(shortText),
  items: v.optional(v.pipe(v.array(dealItemSchema), v.maxLength(500))),
  ...dealLink,
})
export type OrderCreate = v.InferInput<typeof orderCreateSchema>

/** PUT /api/orders/{id}. */
export const orderUpdateSchema = v.object({
  status: v.picklist(['delivered', 'created', 'cancelled']),
  runner_notes: v.optional(shortText),
  delivery_date: v.optional(shortText),
  actual_amount: v.optional(rupees),
  payment_type: v.optional(shortText),
  hair_photo_url: v.optional(shortText),
  cash_receipt_url: v.optional(shortText),
  ...dealLink,
})
export type OrderUpdate = v.InferInput<typeof orderUpdateSchema>

/** The reply to both calls: `id` or `order_id`, also inside `data` or `order`. */
const orderIdSchema = v.union([
  v.pipe(
    v.object({ id: looseId }),
    v.transform((reply) => reply.id),
  ),
  v.pipe(
    v.object({ order_id: looseId }),
    v.transform((reply) => reply.order_id),
  ),
])
export const orderReplySchema = v.union([
  orderIdSchema,
  v.pipe(
    v.object({ data: orderIdSchema }),
    v.transform((reply) => reply.data),
  ),
  v.pipe(
    v.object({ order: orderIdSchema }),
    v.transform((reply) => reply.order),
  ),
])

export interface DealOrder {
  readonly customerId: string
  readonly visitId: string
  readonly invoiceId: string
  readonly items: readonly CartItem[]
  readonly hairValuePaise: Paise
  readonly payoutMethod: PayoutMethod
  readonly deliveryAddress: string
  readonly customerNotes: string
  readonly runnerNotes: string
  readonly hairPhotoUrl: string
  readonly cashReceiptUrl: string
}

/** The `product_id` of the order of a deal without items. */
export const HAIR_PURCHASE = 'hair-purchase'

/** The body of the one order of a deal, which combines all cart items (ruling 18). */
export function buildDealOrder(deal: DealOrder): OrderCreate {
  return {
    customer_id: toWireId(deal.customerId),
    runner_id: WIRE_RUNNER_ID,
    ...toOrderedProducts(deal.items, deal.hairValuePaise),
    payment_method: deal.payoutMethod,
    delivery_address: deal.deliveryAddress,
    customer_notes: deal.customerNotes,
    runner_notes: deal.runnerNotes,
    hair_photo_url: deal.hairPhotoUrl,
    cash_receipt_url: deal.cashReceiptUrl,
    visit_id: deal.visitId,
    invoice_id: deal.invoiceId,
  }
}

function toOrderedProducts(items: readonly CartItem[], hairValuePaise: Paise) {
  const [first] = items
  if (!first) {
    const hairValue = rupeesFromPaise(hairValuePaise)
    return {
      product_id: HAIR_PURCHASE,
      product_name: 'Hair purchase',
      product_price: hairValue,
      quantity: 1,
      total_amount: hairValue,
    }
  }
  const totals = computeCartTotals({ items, hairValuePaise: ZERO_PAISE })
  return {
    product_id: toWireId(first.productId),
    product_name: joinProductNames(items),
    product_price: rupeesFromPaise(first.pricePaise),
    quantity: totals.quantity,
    total_amount: rupeesFromPaise(totals.itemsTotalPaise),
    items: fitItems(toDealItems(items)),
  }
}

/** `Rice Cooker × 1, Handbag × 2`, shortened to the maximum length of the field; `items` has every product. */
function joinProductNames(items: readonly CartItem[]): string {
  const names = items.map((item) => `${item.name} × ${item.quantity}`).join(', ')
  return shorten(names, MAX_TEXT_LENGTH)
}

export interface SingleOrder {
  readonly customerId: string
  readonly productId: string
  readonly purchaseType: PurchaseType
  /** Weight and amount are free text. */
  readonly hairWeight: string
  readonly cashAmount: string
  readonly deliveryAddress: string
  readonly customerNotes: string
}

export function buildSingleOrder(order: SingleOrder): OrderCreate {
  return {
    customer_id: toWireId(order.customerId),
    runner_id: WIRE_RUNNER_ID,
    product_id: toWireId(order.productId),
    quantity: 1,
    payment_method: order.purchaseType === 'cash' ? 'cash' : 'hair',
    delivery_address: order.deliveryAddress,
    purchase_type: order.purchaseType,
    hair_weight: order.hairWeight.trim(),
    cash_amount: order.cashAmount.trim(),
    customer_notes: order.customerNotes,
  }
}

/** The addresses of /placeorder, by customer id. */
const knownAddresses: Readonly<Record<string, string>> = {
  '26': 'Behind the ZPHS school, Kamalapur, Hanamkonda, Telangana',
  '27': 'Main road, Thimmapur, Karimnagar, Telangana',
  '28': 'Near the reservoir guest house, Wyra, Khammam, Telangana',
}
export function findDeliveryAddress(customerId: string): string | undefined {
  return Object.hasOwn(knownAddresses, customerId) ? knownAddresses[customerId] : undefined
}
