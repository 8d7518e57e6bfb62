/** Single orders that the office recorded for a phone that could not send them, when the phone sends them. */
import { isDeepStrictEqual } from 'node:util'
import { shorten } from '@veni/domain/deal/fit-record'
import { orderCreateSchema, orderUpdateSchema } from '@veni/domain/order'
import type { OrderFlag } from '@veni/domain/order/flags'
import type { WorkOf } from '@veni/domain/work'
import * as v from 'valibot'
import { lockCustomer } from '../customers/service.ts'
import type { Tx } from '../db/client.ts'
import { toRupees } from '../wire-values.ts'
import { changeOrder, findCustomerOfOrder, lockOrder, type OrderRow } from './store.ts'

const MOST_CHARACTERS = 200

/**
 * The order stays as the office adopted it. Each field that the phone has otherwise becomes a flag, at most one for each
 * field: the flags of an order must have a bound.
 */
export async function flagSentLater(
  tx: Tx,
  runnerId: number,
  orderId: number,
  work: WorkOf<'single-order'>,
): Promise<void> {
  const customerId = await findCustomerOfOrder(tx, runnerId, orderId)
  if (customerId === undefined) return
  const customer = await lockCustomer(tx, customerId)
  const order = await lockOrder(tx, runnerId, orderId)
  // What the office has erased must not come back in a flag.
  if (!order || customer?.erasedAt) return
  await changeOrder(tx, order, { flags: [...(order.flags ?? []), ...compare(order, work)] })
}

function compare(order: OrderRow, { order: ordered, delivered }: WorkOf<'single-order'>) {
  const sent: Readonly<Record<string, unknown>> = {
    ...v.parse(orderCreateSchema, ordered),
    ...v.parse(orderUpdateSchema, delivered),
  }
  return Object.entries(toFields(order))
    .filter(([name, stored]) => sent[name] !== undefined && !isSame(sent[name], stored))
    .map(([name]): OrderFlag => {
      const text = shorten(JSON.stringify(sent[name]), MOST_CHARACTERS)
      return { kind: 'sent-later', field: `${name} ${text}` }
    })
}

const isSame = (sent: unknown, stored: unknown) =>
  isDeepStrictEqual(sent, stored) || String(sent) === String(stored)

/** What is compared, as the phone names it. Status, photos and visit are not: they can follow the order. */
const toFields = (order: OrderRow) => ({
  customer_id: order.customerId,
  product_id: order.productId,
  product_name: order.productName,
  product_price: toRupeesOrNull(order.productPricePaise),
  quantity: order.quantity,
  total_amount: toRupeesOrNull(order.totalAmountPaise),
  actual_amount: toRupeesOrNull(order.actualAmountPaise),
  payment_method: order.paymentMethod,
  payment_type: order.paymentType,
  purchase_type: order.purchaseType,
  hair_weight: order.hairWeight,
  cash_amount: order.cashAmount,
  delivery_date: order.deliveryDate,
  delivery_address: order.deliveryAddress,
  customer_notes: order.customerNotes,
  runner_notes: order.runnerNotes,
  items: order.items,
})

const toRupeesOrNull = (amount: number | null) => (amount === null ? null : toRupees(amount))
