import type { SingleOrderOverview } from '../../orders/order-overview.ts'
import { localTime } from '../describe.ts'
import { describeFlag, describeRunner } from './describe-flag.ts'

/** Describes an order that belongs to no deal in a few lines. A line that needs a check starts with `!`. */
export function describeSingleOrder(order: SingleOrderOverview): string[] {
  const { order_id, at, runner, status, customer_name, customer_id } = order
  const who = describeRunner(runner)
  return [
    `order ${order_id}  ${localTime(at)}  ${who}  single order, ${status}`,
    `  ${customer_name} (customer ${customer_id}): ${describeProduct(order)}`,
    ...describeFlags(order),
  ]
}

function describeProduct(order: SingleOrderOverview): string {
  const { product_name, product_id, quantity, total_amount, actual_amount } = order
  return [
    `${product_name} (${product_id}) × ${quantity}`,
    ...(total_amount === null ? [] : [`total ₹${total_amount}`]),
    ...(actual_amount === null ? [] : [`paid ₹${actual_amount}`]),
    ...(order.hair_weight ? [`hair weight "${order.hair_weight}"`] : []),
    ...(order.cash_amount ? [`cash "${order.cash_amount}"`] : []),
  ].join(', ')
}

const flagKinds = {
  'unknown-product': 'the office never sold this product',
  'unknown-price': 'the office never had this price',
  'amount-differs': 'the amount is not the price times the quantity',
  'amount-missing': 'delivered without the amount that was paid',
  'large-quantity': 'more than one customer can have',
  'several-products': 'the app orders one product at a time',
  'large-amount': 'above the legal limit for cash',
  'wrong-time': 'impossible time, or more than a month on its way',
  'customer-of-another-runner': "the customer was another runner's when the order arrived",
  'sent-later': 'the office adopted it, and the phone sent it later with another value',
  'settled-again': 'the customer was settled more than once, also by',
  'newer-flag': 'a newer release has flagged it',
  'deal-missing': 'no deal has this order (import the file of the phone, or deals adopt --order)',
} as const satisfies Record<SingleOrderOverview['flags'][number]['kind'], string>

function describeFlags({ flags, is_checked }: SingleOrderOverview): string[] {
  const notChecked = is_checked ? [] : ['  not checked: stored by an older server']
  return [...notChecked, ...flags.map((flag) => describeFlag(flag, flagKinds))]
}
