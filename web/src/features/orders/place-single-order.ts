import { rupeesFromPaise } from '@veni/domain/money'
import { singleOrderBody, type OrderCreate, type PurchaseType } from '@veni/domain/order'
import type { Product } from '@veni/domain/product'
import { WIRE_RUNNER_ID } from '@veni/domain/sign-in'
import { isDemoVisit, type Visit } from '@veni/domain/visit'
import { randomId } from '../../lib/random-id.ts'
import { reportProblem } from '../../lib/report.ts'
import { newEntry, type OutboxEntry } from '../../outbox/entry.ts'
import { entries } from '../../outbox/entries.ts'
import { enqueueAndTry, withdraw } from '../../outbox/outbox.ts'
import { owner } from '../../state/session.ts'

export interface SingleOrderForm {
  readonly purchaseType: PurchaseType
  readonly hairWeight: string
  readonly cashAmount: string
  readonly deliveryAddress: string
}

/** An order the portal made, or '' for a demo customer, whose order is never sent (ruling 9). */
export interface PlacedOrder {
  readonly orderId: string
}

/**
 * Creates one order, then sets it and its customer to delivered (spec §4 "Order").
 * @returns undefined when the portal did not make it: that is only logged and the screen stays (spec §8)
 */
export async function placeSingleOrder(
  visit: Visit,
  product: Product,
  form: SingleOrderForm,
): Promise<PlacedOrder | undefined> {
  if (isDemoVisit(visit)) return { orderId: '' }
  const entry = await entryFor(visit, product, form)
  const outcome = await enqueueAndTry(entry)
  const { orderId } = outcome.entry
  if (orderId === undefined) {
    reportProblem('Order not created', 'failure' in outcome ? outcome.failure : outcome.kind)
    return undefined
  }
  return { orderId }
}

/**
 * The same order tried again keeps its Idempotency-Key, also after a reload: the portal may have taken it although its
 * answer was lost. Another order takes its place.
 */
async function entryFor(
  visit: Visit,
  product: Product,
  form: SingleOrderForm,
): Promise<OutboxEntry> {
  const order = orderBody(visit, product, form)
  const unmade = entries.get().filter((entry) => entry.visitId === visit.id && isUnmade(entry))
  const same = unmade.find(({ work }) => work.kind === 'single-order' && isSame(work.order, order))
  if (same) return { ...same, state: 'waiting', nextAttemptAt: Date.now() }
  for (const { id } of unmade) await withdraw(id)
  const createdAt = Date.now()
  const deliveredAt = new Date(createdAt).toISOString()
  return newEntry({
    id: randomId(),
    owner: owner(),
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

const isUnmade = ({ work, orderId }: OutboxEntry) =>
  work.kind === 'single-order' && orderId === undefined

const isSame = (one: OrderCreate, other: OrderCreate) =>
  JSON.stringify(one) === JSON.stringify(other)

const orderBody = (visit: Visit, product: Product, form: SingleOrderForm): OrderCreate => ({
  ...singleOrderBody({
    ...form,
    customerId: visit.customer.id,
    productId: product.productId,
    customerNotes: '',
  }),
  visit_id: visit.id,
})
