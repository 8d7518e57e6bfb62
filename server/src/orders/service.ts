import type { Api } from '@veni/domain/api'
import type { BodyOutput } from '@veni/domain/api/endpoint'
import type { OrderRecord, ordersApi } from '@veni/domain/api/orders'
import type { CompletedOrder } from '@veni/domain/api/runner-record'
import { ERASED_ORDER } from '../customers/erased-fields.ts'
import { deliverCustomer, lockCustomer, requireDealCustomer } from '../customers/service.ts'
import type { Db, Tx, Writer } from '../db/client.ts'
import { AppError, notFound, invariant } from '../errors.ts'
import { parseOrderId, toPaise, toRupees } from '../wire-values.ts'
import type { Writes } from '../write.ts'
import { checkOrder } from './check-order.ts'
import { requireAllowedChange, withHashedPhotos } from './allowed-change.ts'
import {
  changeOrder,
  type DeliveredOrder,
  findCustomerOfOrder,
  findOrderOfInvoice,
  findPhotoUrls,
  findProductName,
  insertOrder,
  type ListPart,
  listDeliveredOrders,
  lockOrder,
  type NewOrder,
  type OrderChange,
  type OrderRow,
} from './store.ts'

export { findOrderOfInvoice, findPhotoUrls, type OrderRow }

type Create = BodyOutput<Api['createOrder']>
type Update = BodyOutput<Api['updateOrder']>

/** The calls of `domain/src/api/orders.ts`. */
export const orderWrites: Writes<typeof ordersApi> = {
  createOrder: ({ tx, writer, body }) => createOrder(tx, writer, body),
  updateOrder: ({ tx, writer, params, body }) => updateOrder(tx, writer, params.id, body),
}

/** Stores one order per invoice: a repeat under another key gets the first order. Throws `not-found`, `conflict`. */
async function createOrder(tx: Tx, writer: Writer, body: Create): Promise<OrderRecord> {
  const { runnerId } = writer
  const customer = await requireDealCustomer(tx, writer, body.customer_id)
  const productName = body.product_name ?? (await findProductName(tx, body.product_id))
  const row = {
    ...toNewOrder(body),
    productName: productName ?? body.product_id,
    runnerId,
    customerId: customer.id,
  }
  const flags = await checkOrder(tx, writer, row, customer.isOwn)
  const erased = customer.isErased && { ...ERASED_ORDER, productName: row.productId }
  const order = await insertOrder(tx, { ...row, ...erased, flags })
  return toOrderRecord(order ?? (await requireOrderOfInvoice(tx, runnerId, body, customer.id)))
}

/**
 * The delivery of an order sets its customer to delivered in the same transaction; a repeat does not. Throws
 * `not-found`, `conflict`.
 */
async function updateOrder(tx: Tx, writer: Writer, id: string, body: Update): Promise<OrderRecord> {
  const { order, isErased } = await lockOrderAndCustomer(tx, writer.runnerId, id)
  const change = withHashedPhotos(order, isErased ? toErasedChange(body) : toChange(body))
  requireAllowedChange(order, { ...change, invoiceId: body.invoice_id })
  const isDelivery = order.status !== 'delivered' && body.status === 'delivered'
  const changed = await changeOrder(tx, order, {
    ...change,
    ...(isDelivery && (await deliver(tx, writer, order, change))),
  })
  invariant(changed, 'a locked order vanished')
  return toOrderRecord(changed)
}

/** Delivers the customer. @returns what the delivery changes in the order besides its fields */
async function deliver(tx: Tx, writer: Writer, order: OrderRow, change: OrderChange) {
  const isOwn = await deliverCustomer(tx, writer, order.customerId)
  const delivered = {
    ...order,
    status: 'delivered',
    actualAmountPaise: change.actualAmountPaise ?? order.actualAmountPaise,
    deliveryDate: change.deliveryDate ?? order.deliveryDate,
    visitId: change.visitId ?? order.visitId,
  }
  return { deliveredAt: writer.now, flags: await checkOrder(tx, writer, delivered, isOwn) }
}

/** The customer first: a deal of the same customer locks the customer and then its order. */
async function lockOrderAndCustomer(tx: Tx, runnerId: number, id: string) {
  const customerId = await findCustomerOfOrder(tx, runnerId, parseOrderId(id))
  if (customerId === undefined) throw notFound()
  const customer = await lockCustomer(tx, customerId)
  const isErased = Boolean(customer?.erasedAt)
  return { order: await requireOrder(tx, runnerId, id), isErased }
}

/** Lock its customer first. Returns the runner's own order and locks it until the transaction ends. Throws `not-found`. */
export async function requireOrder(tx: Tx, runnerId: number, id: string): Promise<OrderRow> {
  const order = await lockOrder(tx, runnerId, parseOrderId(id))
  if (!order) throw notFound()
  return order
}

/** Returns the newest delivered orders in the shape of the runner record. */
export async function listCompletedOrders(
  db: Db,
  runnerId: number,
  part: ListPart,
): Promise<CompletedOrder[]> {
  return (await listDeliveredOrders(db, runnerId, part)).map(toCompletedOrder)
}

async function requireOrderOfInvoice(
  tx: Tx,
  runnerId: number,
  { invoice_id }: Create,
  customerId: number,
): Promise<OrderRow> {
  const order = await findOrderOfInvoice(tx, runnerId, invoice_id ?? '')
  if (order?.customerId === customerId) return order
  throw new AppError('conflict', 'This invoice id belongs to another deal.')
}

function toNewOrder(body: Create): Omit<NewOrder, 'runnerId' | 'customerId' | 'productName'> {
  return {
    status: 'created',
    productId: body.product_id,
    productPricePaise: optionalPaise(body.product_price, 'product_price'),
    quantity: body.quantity,
    totalAmountPaise: optionalPaise(body.total_amount, 'total_amount'),
    paymentMethod: body.payment_method,
    purchaseType: body.purchase_type,
    hairWeight: body.hair_weight?.toString(),
    cashAmount: body.cash_amount?.toString(),
    deliveryAddress: body.delivery_address,
    customerNotes: body.customer_notes,
    runnerNotes: body.runner_notes,
    hairPhotoUrl: body.hair_photo_url,
    cashReceiptUrl: body.cash_receipt_url,
    items: body.items ?? [],
    visitId: body.visit_id,
    invoiceId: body.invoice_id,
  }
}

/** Undefined fields stay unchanged. */
function toChange(body: Update) {
  return {
    status: body.status,
    runnerNotes: body.runner_notes,
    deliveryDate: body.delivery_date,
    actualAmountPaise: optionalPaise(body.actual_amount, 'actual_amount'),
    paymentType: body.payment_type,
    hairPhotoUrl: body.hair_photo_url,
    cashReceiptUrl: body.cash_receipt_url,
    visitId: body.visit_id,
  }
}

/** Leaves the texts out: they must not come back, and must not count as a change of the erased texts. */
function toErasedChange(body: Update): ReturnType<typeof toChange> {
  const texts = { runnerNotes: undefined, deliveryDate: undefined, paymentType: undefined }
  return { ...toChange(body), ...texts }
}

function optionalPaise(rupees: number | undefined, path: string): number | undefined {
  return rupees === undefined ? undefined : toPaise(rupees, path)
}

/** Portals name the id either way, so the record has both names. */
function toOrderRecord(row: OrderRow): OrderRecord {
  return { id: row.id, order_id: row.id, status: row.status }
}

function toCompletedOrder({ order, customerName }: DeliveredOrder): CompletedOrder {
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
