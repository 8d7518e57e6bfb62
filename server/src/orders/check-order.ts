import { findOrderFlags, type OrderFlag } from '@veni/domain/order/flags'
import { paise } from '@veni/domain/money'
import type { Tx, Writer } from '../db/client.ts'
import { findKnownPrices } from '../price-changes/service.ts'
import type { NewOrder } from './store.ts'

/**
 * Finds what the office should check in an order, for its row. It refuses nothing.
 * @param order a row, or one that will be inserted
 */
export async function checkOrder(
  tx: Tx,
  { now }: Writer,
  order: NewOrder,
  isOwnCustomer: boolean,
): Promise<OrderFlag[]> {
  const completedAt = Date.parse(order.deliveryDate ?? '')
  const receivedAt = now.getTime()
  const { products } = await findKnownPrices(
    tx,
    { hair: [], product: [order.productId, ...order.items.map((item) => item.productId)] },
    { completedAt: Number.isNaN(completedAt) ? receivedAt : completedAt, receivedAt },
  )
  const checked = {
    isOfDeal: Boolean(order.invoiceId),
    isDelivered: order.status === 'delivered',
    productId: order.productId,
    quantity: order.quantity,
    productPricePaise: toPaiseOrNull(order.productPricePaise),
    totalAmountPaise: toPaiseOrNull(order.totalAmountPaise),
    actualAmountPaise: toPaiseOrNull(order.actualAmountPaise),
    hairWeight: order.hairWeight ?? null,
    cashAmount: order.cashAmount ?? null,
    deliveryDate: order.deliveryDate ?? null,
    items: order.items,
  }
  return findOrderFlags(checked, {
    receivedAt,
    isOwnCustomer,
    productPrices: products,
  })
}

const toPaiseOrNull = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? null : paise(amount)
