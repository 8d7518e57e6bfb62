/**
 * A piece of work that a phone has not sent yet, and the calls that send it. The phone makes them one by one; the
 * office can make the very same calls from a phone's exported file, under the same keys, so that nothing is doubled.
 */
import * as v from 'valibot'
import { customersApi, customerUpdateSchema } from './api/customers.ts'
import { dealsApi } from './api/deals.ts'
import { ordersApi } from './api/orders.ts'
import { checkOnly } from './api/wire.ts'
import type { BodyInput, Endpoint } from './api/endpoint.ts'
import { PHOTO_ROLES, type PhotoRole } from './photo.ts'
import { orderCreateSchema, orderUpdateSchema } from './order.ts'
import { cashPaymentSchema, settlementSchema } from './deal/record.ts'

const photoIds = v.array(v.object({ id: v.string(), role: v.picklist(PHOTO_ROLES) }))

export const workSchema = v.variant('kind', [
  v.object({ kind: v.literal('customer-update'), body: checkOnly(customerUpdateSchema) }),
  v.object({
    kind: v.literal('single-order'),
    order: checkOnly(orderCreateSchema),
    delivered: checkOnly(orderUpdateSchema),
    customer: checkOnly(customerUpdateSchema),
  }),
  v.object({
    kind: v.literal('cash-payment'),
    order: checkOnly(orderCreateSchema),
    delivered: checkOnly(orderUpdateSchema),
    payment: checkOnly(cashPaymentSchema),
    photos: photoIds,
  }),
  v.object({
    kind: v.literal('settlement'),
    settlement: checkOnly(settlementSchema),
    photos: photoIds,
  }),
  v.object({ kind: v.literal('settlement-delivered'), invoiceId: v.string() }),
])

export type Work = v.InferOutput<typeof workSchema>
export type WorkKind = Work['kind']
export type WorkOf<TKind extends WorkKind> = Extract<Work, { kind: TKind }>

/** The evidence that goes out with it, by its ids on the phone. */
export const photosOf = (work: Work) => ('photos' in work ? work.photos : [])

export type StepName = 'order' | 'delivered' | 'record' | 'photos' | 'photo-links' | 'customer'

/**
 * What each kind of work sends, in order. Deal data first, photos after: a photo on a weak link must not hold the
 * money's record back.
 */
export const plans: Readonly<Record<WorkKind, readonly StepName[]>> = {
  'customer-update': ['customer'],
  'single-order': ['order', 'delivered', 'customer'],
  'cash-payment': ['order', 'delivered', 'record', 'photos', 'photo-links'],
  settlement: ['record', 'photos'],
  'settlement-delivered': ['delivered'],
}

/** The `Idempotency-Key` of a step's call: the same whoever makes it, and however often. */
export const stepKey = (entryId: string, step: StepName) => `${entryId}:${step}`

export interface PlannedCall {
  readonly endpoint: Endpoint
  readonly params?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What a step's call depends on besides the work itself. */
export interface SentSoFar {
  readonly customerId: string
  /** Known once the portal has made the order. */
  readonly orderId?: string | undefined
  /** Where the office has the photos; '' or absent while it does not. */
  readonly photoUrls: Readonly<Partial<Record<PhotoRole, string>>>
}

/** The call of a step; undefined when the step has nothing to call, as `photos`, which are bytes. */
export function callOf(work: Work, step: StepName, sent: SentSoFar): PlannedCall | undefined {
  switch (work.kind) {
    case 'customer-update':
      return customerCall(sent, work.body)
    case 'single-order':
      return step === 'customer' ? customerCall(sent, work.customer) : orderCall(work, step, sent)
    case 'cash-payment':
      return step === 'record'
        ? call(dealsApi.recordCashPayment, { ...work.payment, order_id: sent.orderId })
        : orderCall(work, step, sent)
    case 'settlement':
      return step === 'record' ? call(dealsApi.recordSettlement, work.settlement) : undefined
    case 'settlement-delivered':
      return call(dealsApi.updateSettlement, { status: 'delivered' }, work.invoiceId)
  }
}

function call<TEndpoint extends Endpoint>(
  endpoint: TEndpoint,
  body: BodyInput<TEndpoint>,
  id?: string,
): PlannedCall {
  return { endpoint, body, ...(id !== undefined && { params: { id } }) }
}

const customerCall = (
  { customerId }: SentSoFar,
  body: WorkOf<'customer-update'>['body'],
): PlannedCall => call(customersApi.updateCustomer, body, customerId)

function orderCall(
  work: WorkOf<'single-order' | 'cash-payment'>,
  step: StepName,
  { orderId, photoUrls: { packet = '', receipt = '' } }: SentSoFar,
): PlannedCall | undefined {
  const { order, delivered } = work
  if (step === 'order')
    return orderId === undefined ? call(ordersApi.createOrder, order) : undefined
  const update = (body: typeof delivered) => call(ordersApi.updateOrder, body, orderId ?? '')
  if (step === 'delivered') return update(delivered)
  // Tells the order where photos went that were not uploaded yet when it was made.
  const { hair_photo_url: sentPacket = '', cash_receipt_url: sentReceipt = '' } = delivered
  const isNew = packet !== sentPacket || receipt !== sentReceipt
  return step === 'photo-links' && isNew
    ? update({ ...delivered, hair_photo_url: packet, cash_receipt_url: receipt })
    : undefined
}
