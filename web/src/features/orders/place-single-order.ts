import { rupeesFromPaise } from '@veni/domain/money'
import {
  DEFAULT_PURCHASE_TYPE,
  buildSingleOrder,
  type OrderCreate,
  type PurchaseType,
} from '@veni/domain/order'
import type { Product } from '@veni/domain/product'
import { WIRE_RUNNER_ID } from '@veni/domain/runner'
import { isDemoVisit, type Visit } from '@veni/domain/visit'
import { environment } from '../../lib/environment.ts'
import { randomId } from '../../lib/random-id.ts'
import { reportProblem } from '../../lib/report.ts'
import {
  singleOrderWrite,
  deleteSingleOrder,
  readSingleOrder,
  type SingleOrderKey,
} from '../../outbox/stores/single-order-store.ts'
import type { Outcome } from '../../outbox/deps.ts'
import { newEntry, type EntryHead, type OutboxEntry } from '../../outbox/entry.ts'
import { entries } from '../../outbox/entries.ts'
import { enqueueAndTry, resumeAndTry, withdraw } from '../../outbox/page-outbox.ts'
import { owner } from '../../state/session.ts'

export interface SingleOrderForm {
  readonly purchaseType: PurchaseType
  readonly hairWeight: string
  readonly cashAmount: string
  readonly deliveryAddress: string
}

export interface PlacedOrder {
  /** Its id at the server; '' for a demo customer, whose order is never sent (ruling 9). */
  readonly orderId: string
  /** The amount that is sent with the order, in rupees. An order that is repeated has the amount of its first press. */
  readonly amount: number | undefined
}

/**
 * Creates one order, then sets it and its customer to delivered. A repeated order has the same
 * Idempotency-Key, also after a reload: the server may have made it although its answer was lost.
 * @returns undefined if the server did not make it; this is only logged and the screen stays
 */
export async function placeSingleOrder(
  visit: Visit,
  product: Product,
  form: SingleOrderForm,
): Promise<PlacedOrder | undefined> {
  if (isDemoVisit(visit)) return { orderId: '', amount: rupeesFromPaise(product.pricePaise) }
  // Read first, because another runner can sign in during the reads below.
  const key = { owner: owner(), visitId: visit.id, productId: product.productId }
  const order = orderBody(visit, product, form)
  const stored = await readSingleOrder(key)
  if (stored?.isUnreadable) {
    // A newer release can still send that order, so a new one would be a second order.
    reportProblem('Order not created', 'the one before it cannot be read')
    return undefined
  }
  const again = stored && isOf(stored.entry, order) ? stored : undefined
  if (again?.entry.orderId !== undefined)
    return { orderId: again.entry.orderId, amount: amountOf(again.entry) }
  const same = again?.isInOutbox ? again.entry : findUnmade(visit, order)
  const outcome = same
    ? await resumeAndTry(same)
    : await tryNew(visit, again?.entry ?? newOrderEntry(key, visit, product, order))
  return toPlaced(key, outcome)
}

async function toPlaced(key: SingleOrderKey, outcome: Outcome): Promise<PlacedOrder | undefined> {
  // If another tab sent the order, the outcome may not have its id.
  const orderId = outcome.entry.orderId ?? (await orderIdOf(key, outcome.entry))
  // The phone may also have lost an entry that is taken for received. Only an id shows that the server has the order.
  if (orderId === undefined) {
    reportProblem('Order not created', 'failure' in outcome ? outcome.failure : outcome.kind)
    return undefined
  }
  return { orderId, amount: amountOf(outcome.entry) }
}

async function orderIdOf(key: SingleOrderKey, { id }: OutboxEntry): Promise<string | undefined> {
  const stored = await readSingleOrder(key)
  return stored?.entry?.id === id ? stored.entry.orderId : undefined
}

export interface UnreportedOrder extends PlacedOrder {
  readonly purchaseType: PurchaseType
}

/** Finds an order of this visit and product that the server made, but no page has shown yet. */
export async function findUnreportedOrder(
  visit: Visit,
  { productId }: Product,
): Promise<UnreportedOrder | undefined> {
  const stored = await readSingleOrder({ owner: owner(), visitId: visit.id, productId })
  const { orderId, work } = stored?.entry ?? {}
  if (orderId === undefined || work?.kind !== 'single-order') return undefined
  const { order, delivered } = work
  const purchaseType = order.purchase_type ?? DEFAULT_PURCHASE_TYPE
  return { orderId, amount: delivered.actual_amount, purchaseType }
}

/** Call this after the runner has seen the order. The next order is then a new one, also of the same product. */
export const markOrderReported = (visit: Visit, { productId }: Product): Promise<void> =>
  deleteSingleOrder({ owner: owner(), visitId: visit.id, productId })

const unmadeOf = (visit: Visit): OutboxEntry[] =>
  entries
    .get()
    .filter(isUnmade)
    .filter((entry) => entry.visitId === visit.id)

/** Finds an entry of an earlier release, which did not store the single order. */
const findUnmade = (visit: Visit, order: OrderCreate) =>
  unmadeOf(visit).find((entry) => isOf(entry, order))

/**
 * A new order replaces the held orders of the visit. One whose entry the phone has lost keeps its id: the server may have
 * made it.
 */
async function tryNew(visit: Visit, entry: OutboxEntry) {
  for (const { id, state } of unmadeOf(visit)) if (state === 'held') await withdraw(id)
  return enqueueAndTry(entry, singleOrderWrite(entry))
}

function newOrderEntry(
  key: SingleOrderKey,
  visit: Visit,
  product: Product,
  order: OrderCreate,
): OutboxEntry {
  const createdAt = environment().now()
  const deliveredAt = new Date(createdAt).toISOString()
  return newEntry({
    id: randomId(),
    owner: key.owner,
    customerId: visit.customer.id,
    visitId: visit.id,
    createdAt,
    work: {
      kind: 'single-order',
      order,
      delivered: {
        status: 'delivered',
        runner_notes: 'Delivered with the order',
        delivery_date: deliveredAt,
        actual_amount: rupeesFromPaise(product.pricePaise),
        payment_type: order.payment_method,
        visit_id: visit.id,
      },
      customer: {
        status: 'delivered',
        notes: `Order delivered: ${product.name}`,
        runner_id: WIRE_RUNNER_ID,
        delivered_at: deliveredAt,
      },
    },
  })
}

/** The head of a single order has all of it. */
const isUnmade = (entry: EntryHead): entry is EntryHead & OutboxEntry =>
  entry.work.kind === 'single-order' && entry.orderId === undefined

const isOf = ({ work }: OutboxEntry, order: OrderCreate) =>
  work.kind === 'single-order' && JSON.stringify(work.order) === JSON.stringify(order)

const amountOf = ({ work }: OutboxEntry) =>
  work.kind === 'single-order' ? work.delivered.actual_amount : undefined

const orderBody = (visit: Visit, product: Product, form: SingleOrderForm): OrderCreate => ({
  ...buildSingleOrder({
    ...form,
    customerId: visit.customer.id,
    productId: product.productId,
    customerNotes: '',
  }),
  visit_id: visit.id,
})
