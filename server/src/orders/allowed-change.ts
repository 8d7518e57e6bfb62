import type { Api } from '@veni/domain/api'
import type { BodyOutput } from '@veni/domain/api/endpoint'
import { AppError, type RefusedField } from '../errors.ts'
import type { OrderRow } from './store.ts'

type Status = BodyOutput<Api['updateOrder']>['status']

/** The statuses that an order can get from each status. An order that is delivered or cancelled stays so. */
const nextStatuses: Readonly<Record<string, readonly Status[]>> = {
  created: ['created', 'delivered', 'cancelled'],
  delivered: ['delivered'],
  cancelled: ['cancelled'],
} satisfies Record<Status, readonly Status[]>

/** The fields of a change with their names on the wire. */
const wireNames = {
  status: 'status',
  visitId: 'visit_id',
  invoiceId: 'invoice_id',
  actualAmountPaise: 'actual_amount',
  deliveryDate: 'delivery_date',
  paymentType: 'payment_type',
  runnerNotes: 'runner_notes',
  hairPhotoUrl: 'hair_photo_url',
  cashReceiptUrl: 'cash_receipt_url',
} as const
type Field = keyof typeof wireNames

/** Fields with undefined do not change. */
export type RequestedChange = {
  readonly [TField in Field]?: OrderRow[TField] | undefined
} & { readonly status: Status }

/** The address contains the hash of a photo, so the photo cannot be exchanged. */
const isHashed = (url: unknown) => /^\/api\/images\/[0-9a-f]{64}\./u.test(String(url))

type MayChange = (stored: string | number | null, isFinal: boolean) => boolean
const unlessFinal: MayChange = (_stored, isFinal) => !isFinal
const onlyOnce: MayChange = (stored) => stored === null
/** A photo is uploaded after the delivery, so its address follows. */
const untilHashed: MayChange = (stored) => !isHashed(stored)

const mayChange: Readonly<Record<Exclude<Field, 'status'>, MayChange>> = {
  visitId: onlyOnce,
  invoiceId: onlyOnce,
  actualAmountPaise: unlessFinal,
  deliveryDate: unlessFinal,
  paymentType: unlessFinal,
  runnerNotes: unlessFinal,
  hairPhotoUrl: untilHashed,
  cashReceiptUrl: untilHashed,
}

/**
 * Drops a photo's address on another image host when the order names the photo by its hash: the office imported the
 * photo before the phone could upload it, and the hash is the better proof.
 */
export function withHashedPhotos<TChange extends RequestedChange>(
  order: OrderRow,
  change: TChange,
): TChange {
  const dropped = (['hairPhotoUrl', 'cashReceiptUrl'] as const).filter(
    (field) => isHashed(order[field]) && !isHashed(change[field]),
  )
  return { ...change, ...Object.fromEntries(dropped.map((field) => [field, undefined])) }
}

/** Throws `conflict` with the fields that this order can no longer change. A repeat of the same values is permitted. */
export function requireAllowedChange(order: OrderRow, change: RequestedChange): void {
  const isFinal = order.status !== 'created'
  const refused = (Object.keys(mayChange) as (keyof typeof mayChange)[]).filter((field) => {
    const value = change[field]
    return value !== undefined && value !== order[field] && !mayChange[field](order[field], isFinal)
  })
  const isNext = nextStatuses[order.status]?.includes(change.status) === true
  const fields = [...(isNext ? [] : ['status' as const]), ...refused]
  if (fields.length > 0)
    throw new AppError('conflict', `This order is ${order.status}.`, fields.map(toRefused))
}

function toRefused(field: Field): RefusedField {
  return { path: wireNames[field], reason: 'cannot change any more' }
}
