import * as v from 'valibot'
import { toWireId } from '../../api/wire.ts'
import { buildDelivery } from '../../deal.ts'
import type { DealKind } from '../../invoice.ts'
import { HAIR_PURCHASE, orderCreateSchema, type OrderCreate } from '../../order.ts'
import type { PhotoRole } from '../../photo.ts'
import { WIRE_RUNNER_ID } from '../../runner.ts'
import type { Work } from '../../work.ts'
import { shorten } from '../fit-record.ts'
import type { CashPayment, Settlement } from '../record.ts'
import { at } from './read-fields.ts'

export interface WorkParts {
  /** One of them may have the order as the phone made it. */
  readonly rows: readonly unknown[]
  readonly photos: readonly { readonly id: string; readonly role: PhotoRole }[]
}

/** The work that sends this record. */
export function toWork(
  kind: DealKind,
  record: Settlement | CashPayment,
  { rows, photos }: WorkParts,
): Work {
  const ids = photos.map(({ id, role }) => ({ id, role }))
  if (kind === 'settlement') return { kind, settlement: record as Settlement, photos: ids }
  const payment = record as CashPayment
  const order = rows
    .map((row) => at(row, 'work', 'order'))
    .find(
      (part): part is OrderCreate =>
        at(part, 'invoice_id') === payment.invoice_id && v.is(orderCreateSchema, part),
    )
  return {
    kind,
    order: order ?? buildOrder(payment),
    delivered: buildDelivery(payment),
    payment,
    photos: ids,
  }
}

/** The order that the app makes for this payment; the delivery address is unknown. */
function buildOrder(payment: CashPayment): OrderCreate {
  const { items, hair_value, items_total } = payment
  const [first] = items
  return {
    customer_id: toWireId(String(payment.customer_id)),
    runner_id: WIRE_RUNNER_ID,
    product_id: first?.productId ?? HAIR_PURCHASE,
    product_name: first
      ? shorten(items.map((item) => `${item.name} × ${item.quantity}`).join(', '), 2_000)
      : 'Hair purchase',
    product_price: first?.price ?? hair_value,
    quantity: first ? items.reduce((sum, item) => sum + item.quantity, 0) : 1,
    total_amount: first ? items_total : hair_value,
    ...(first && { items }),
    payment_method: payment.payout_method,
    delivery_address: '',
    customer_notes: '',
    runner_notes: `Invoice ${payment.invoice_id}`,
    hair_photo_url: payment.hair_photo_url,
    cash_receipt_url: payment.cash_receipt_url,
    visit_id: payment.visit_id,
    invoice_id: payment.invoice_id,
  }
}
