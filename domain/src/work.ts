/**
 * The work of an outbox entry, and the calls that send it. `ops import deals` runs the same calls with the same keys
 * from a phone's exported file, so that the server stores each deal once.
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

/** The photos of the work, by their ids on the phone. */
export const photosOf = (work: Work) => ('photos' in work ? work.photos : [])

export type StepName = 'order' | 'delivered' | 'record' | 'photos' | 'photo-links' | 'customer'

/**
 * The steps of each kind of work, in order. Photos come after the record, because a slow upload must not delay the
 * record of a payment.
 */
export const plans: Readonly<Record<WorkKind, readonly StepName[]>> = {
  'customer-update': ['customer'],
  'single-order': ['order', 'delivered', 'customer'],
  'cash-payment': ['order', 'delivered', 'record', 'photos', 'photo-links'],
  settlement: ['record', 'photos'],
  'settlement-delivered': ['delivered'],
}

/** The `Idempotency-Key` of a step's call. It is the same for every attempt and every sender. */
export const stepKey = (entryId: string, step: StepName) => `${entryId}:${step}`

export interface PlannedCall {
  readonly endpoint: Endpoint
  readonly params?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What earlier steps of the same entry have returned. */
export interface SentSoFar {
  readonly customerId: string
  /** Absent until the server has made the order. */
  readonly orderId?: string | undefined
  /** The addresses of the photos at the server; '' or absent until a photo is uploaded. */
  readonly photoUrls: Readonly<Partial<Record<PhotoRole, string>>>
}

/** The call of a step; undefined when the step needs no call, such as `photos`, which uploads bytes. */
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
  // The order was sent before the photos were uploaded, so their addresses follow in an update.
  const { hair_photo_url: sentPacket = '', cash_receipt_url: sentReceipt = '' } = delivered
  const isNew = packet !== sentPacket || receipt !== sentReceipt
  return step === 'photo-links' && isNew
    ? update({ ...delivered, hair_photo_url: packet, cash_receipt_url: receipt })
    : undefined
}
