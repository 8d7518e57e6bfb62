/**
 * The work of an outbox entry, and the calls that send it. `ops import deals` runs the same calls with the same keys
 * from a phone's exported file, so that the server stores each deal once.
 */
import * as v from 'valibot'
import { customersApi, customerUpdateSchema } from './api/customers.ts'
import { dealsApi } from './api/deals.ts'
import { isInstant } from './api/fields.ts'
import { ordersApi } from './api/orders.ts'
import { checkOnly } from './api/wire.ts'
import type { BodyInput } from './api/endpoint.ts'
import { looseSeen } from './customer/seen.ts'
import { PHOTO_ROLES, type PhotoRole } from './photo.ts'
import { orderCreateSchema, orderUpdateSchema, type OrderUpdate } from './order.ts'
import { cashPaymentSchema, settlementSchema } from './deal/record.ts'

/**
 * The versions of entries that this release sends, the newest last. A new step needs a new version, so that an older
 * release leaves the entry on the phone and does not omit the step. No version is removed: phones still have entries.
 */
export const ENTRY_VERSIONS = [1, 2] as const
type EntryVersion = (typeof ENTRY_VERSIONS)[number]
/** The version of a new entry. An older server takes it, too. */
export const NEW_ENTRY_VERSION = 1 satisfies EntryVersion
/** The version of an entry with a later photo. A server that does not know later photos would omit their addresses. */
export const LATER_PHOTO_VERSION = 2 satisfies EntryVersion

/** How often a photo of a deal can be replaced. */
export const MOST_LATER_PHOTOS = 20

/** Why and when the runner took a photo in place of another one, after the record was sent (decision 43). */
const laterPhotoSchema = v.object({
  /** By the phone's clock. */
  at: v.pipe(v.string(), v.isoTimestamp(), v.check(isInstant)),
  /** `photo-lost`, or the code or status with which the server refused the photo before. */
  reason: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  /** The address of this photo; '' while the phone does not know it. */
  url: v.pipe(v.string(), v.maxLength(2_000)),
  /** 1 for the first photo that replaces another one, 2 for the next. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_LATER_PHOTOS)),
})
export type LaterPhoto = v.InferOutput<typeof laterPhotoSchema>

/** More than a work of any kind has. */
export const MOST_PHOTOS = 8

const photoIds = v.pipe(
  v.array(
    v.object({
      id: v.string(),
      role: v.picklist(PHOTO_ROLES),
      later: v.optional(laterPhotoSchema),
    }),
  ),
  v.maxLength(MOST_PHOTOS),
)

export const workSchema = v.variant('kind', [
  v.object({
    kind: v.literal('customer-update'),
    body: checkOnly(customerUpdateSchema),
    /** What the runner saw; absent in older apps. No call of a step has it. */
    seen: looseSeen,
  }),
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

/** What is read of work whose long records may be absent, as in the head of an entry. */
interface WorkParts {
  readonly kind: WorkKind
  readonly photos?: WorkOf<'settlement'>['photos']
  readonly payment?: { readonly invoice_id: string }
  readonly settlement?: { readonly invoice_id: string }
}

/** @returns undefined for work that is no deal, such as a single order of the same visit */
export const findInvoiceId = (work: WorkParts): string | undefined =>
  (work.payment ?? work.settlement)?.invoice_id

/** The photos of the work, by their ids on the phone. */
export const listPhotos = ({ photos = [] }: WorkParts) => photos

/** The later photos of the work, one of each role. */
export const listLaterPhotos = (work: WorkParts) =>
  PHOTO_ROLES.flatMap((role) => {
    const later = listPhotos(work).find((photo) => photo.role === role)?.later
    return later ? [{ role, ...later }] : []
  })

/** The address of a photo in the record of a deal; '' when the phone did not know it. */
export function findRecordedUrl(work: Work, role: PhotoRole): string {
  if (work.kind === 'settlement') return role === 'packet' ? work.settlement.hair_photo_url : ''
  if (work.kind !== 'cash-payment') return ''
  return role === 'packet' ? work.payment.hair_photo_url : work.payment.cash_receipt_url
}

/** The calls that send work. Each one is sent by the phone and by `ops import deals`. */
export const workApi = {
  updateCustomer: customersApi.updateCustomer,
  ...ordersApi,
  ...dealsApi,
} as const
export type WorkCallName = keyof typeof workApi

export interface PlannedCall {
  readonly name: WorkCallName
  readonly params: Readonly<Record<string, string>>
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

export type StepName = 'order' | 'delivered' | 'record' | 'photos' | 'photo-links' | 'customer'

/** Whether the call of this step contains the addresses of the photos, and so follows their upload. */
export const needsPhotoUrls = (step: StepName): boolean => step === 'photo-links'

/** Plans the call of one step; undefined when the step needs no call. */
type PlanStep<TWork> = (work: TWork, sent: SentSoFar) => PlannedCall | undefined
type Plan<TWork> = Readonly<Partial<Record<StepName, PlanStep<TWork>>>>

/**
 * The steps of each kind of work, in their order. Photos come after the record, which a slow upload must not delay.
 * Entries of older releases run these steps, too, so a new step returns no call if the work lacks its data.
 */
const plans: { readonly [TKind in WorkKind]: Plan<WorkOf<TKind>> } = {
  'customer-update': { customer: ({ body }, sent) => planCustomer(body, sent) },
  'single-order': {
    order: planOrder,
    delivered: planDelivery,
    customer: ({ customer }, sent) => planCustomer(customer, sent),
  },
  'cash-payment': {
    order: planOrder,
    delivered: planDelivery,
    record: ({ payment }, { orderId }) =>
      toCall('recordCashPayment', { ...payment, order_id: orderId }),
    photos: planUploads,
    'photo-links': planPhotoLinks,
  },
  settlement: {
    record: ({ settlement }) => toCall('recordSettlement', settlement),
    photos: planUploads,
    'photo-links': planNoLinks,
  },
  'settlement-delivered': {
    delivered: ({ invoiceId }) => toCall('updateSettlement', { status: 'delivered' }, invoiceId),
  },
}

export const listSteps = (kind: WorkKind) => Object.keys(plans[kind]) as readonly StepName[]

/** The steps of this work, without one that has nothing to send. */
export const listNeededSteps = (work: WorkParts): readonly StepName[] =>
  listSteps(work.kind).filter(
    (step) =>
      !needsPhotoUrls(step) || work.kind !== 'settlement' || listLaterPhotos(work).length > 0,
  )

/** Photos and their addresses: the server does not need them for the recount of a deal. */
export const isPhotoStep = (step: StepName): boolean => step === 'photos' || needsPhotoUrls(step)

/** The steps that record the work; our server runs them in one transaction. */
export const listRecordSteps = (kind: WorkKind): readonly StepName[] =>
  listSteps(kind).filter((step) => !isPhotoStep(step))

/**
 * @returns undefined when the step needs no call, and for `photos`, which uploads bytes and has no call of the contract.
 * Throws RangeError for a step that work of this kind does not have: nothing may count as sent by mistake.
 */
export function planCall(work: Work, step: StepName, sent: SentSoFar): PlannedCall | undefined {
  // TypeScript does not see that plan and work have the same kind.
  const planStep = (plans[work.kind] as Plan<Work>)[step]
  if (!planStep) throw new RangeError(`${work.kind} has no step ${step}`)
  return planStep(work, sent)
}

/** The `Idempotency-Key` of a step's call. It is the same for every attempt and every sender. */
export const makeStepKey = (entryId: string, step: StepName) => `${entryId}:${step}`

function toCall<TName extends WorkCallName>(
  name: TName,
  body: BodyInput<(typeof workApi)[TName]>,
  id?: string,
): PlannedCall {
  return { name, body, params: id === undefined ? {} : { id } }
}

const planCustomer = (body: WorkOf<'customer-update'>['body'], { customerId }: SentSoFar) =>
  toCall('updateCustomer', body, customerId)

type OrderWork = WorkOf<'single-order' | 'cash-payment'>

function planOrder({ order }: OrderWork, { orderId }: SentSoFar): PlannedCall | undefined {
  return orderId === undefined ? toCall('createOrder', order) : undefined
}

const updateOrder = (body: OrderUpdate, { orderId = '' }: SentSoFar) =>
  toCall('updateOrder', body, orderId)

function planDelivery({ delivered }: OrderWork, sent: SentSoFar): PlannedCall {
  return updateOrder(delivered, sent)
}

/** The step `photos` has no call of the contract: each sender uploads the bytes in its own way. */
function planUploads(): undefined {}

/** A settlement has no order. Our server gets the address of a later photo with the whole work; a portal has no call. */
function planNoLinks(): undefined {}

/** The order was sent before the photos were uploaded, so their addresses follow in an update. */
function planPhotoLinks(
  { delivered }: WorkOf<'cash-payment'>,
  sent: SentSoFar,
): PlannedCall | undefined {
  const { packet = '', receipt = '' } = sent.photoUrls
  const { hair_photo_url: sentPacket = '', cash_receipt_url: sentReceipt = '' } = delivered
  if (packet === sentPacket && receipt === sentReceipt) return undefined
  return updateOrder({ ...delivered, hair_photo_url: packet, cash_receipt_url: receipt }, sent)
}
