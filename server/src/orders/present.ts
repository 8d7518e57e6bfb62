import type { OrderRecord } from '@veni/domain/records'
import type { CompletedOrder } from '@veni/domain/runner-account'
import { toRupees } from '../rupees.ts'
import type { DeliveredOrder, OrderRow } from './store.ts'

/** Portals name the id either way, so both are there (spec §3 "Order response"). */
export function toOrderRecord(row: OrderRow): OrderRecord {
  return { id: row.id, order_id: row.id, status: row.status }
}

export function toCompletedOrder({ order, customerName }: DeliveredOrder): CompletedOrder {
  return {
    order_id: order.id,
    customer_id: order.customerId,
    customer_name: customerName,
    product_name: order.productName,
    purchase_type: order.purchaseType ?? order.paymentMethod,
    amount: toRupees(order.actualAmountPaise ?? order.totalAmountPaise ?? 0),
    completed_at: (order.deliveredAt ?? order.createdAt).toISOString(),
  }
}
