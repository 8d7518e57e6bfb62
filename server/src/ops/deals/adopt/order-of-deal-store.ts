/** SQL of an order that names a deal, as the damaged row of a phone would describe both. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import { orders, runners } from '../../../db/schema.ts'
import { toRupees } from '../../../wire-values.ts'
import type { DamagedItem } from './damaged-items.ts'

type Order = typeof orders.$inferSelect

/** @returns undefined when no order of a deal has this number */
export async function findOrderOfDeal(db: DbOrTx, orderId: number) {
  const [found] = await db
    .select({ order: orders, runner: { id: runners.id, name: runners.name, phone: runners.phone } })
    .from(orders)
    .innerJoin(runners, eq(runners.id, orders.runnerId))
    .where(and(eq(orders.id, sql`${orderId}::bigint`), isNotNull(orders.invoiceId)))
  return found && { item: toItem(found.order), runner: found.runner }
}

function toItem(order: Order): DamagedItem {
  const row = {
    customerId: String(order.customerId),
    work: { kind: 'cash-payment', order: toOrder(order), delivered: toDelivered(order) },
  }
  const name = order.invoiceId ?? ''
  return { name, key: order.visitId ?? '', owner: null, rows: [row], isVisit: false }
}

const toAmount = (paise: number | null) => (paise === null ? undefined : toRupees(paise))

const toOrder = (order: Order) => ({
  customer_id: order.customerId,
  product_id: order.productId,
  product_name: order.productName,
  quantity: order.quantity,
  total_amount: toAmount(order.totalAmountPaise),
  payment_method: order.paymentMethod,
  items: order.items,
  visit_id: order.visitId ?? undefined,
  invoice_id: order.invoiceId ?? undefined,
})

const toDelivered = (order: Order) => ({
  actual_amount: toAmount(order.actualAmountPaise),
  payment_type: order.paymentType ?? undefined,
  delivery_date: order.deliveryDate ?? undefined,
  runner_notes: order.runnerNotes,
  hair_photo_url: order.hairPhotoUrl ?? undefined,
  cash_receipt_url: order.cashReceiptUrl ?? undefined,
})
