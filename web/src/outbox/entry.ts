/** One piece of work on its way to the office, as the phone's database keeps it. */
import { customerUpdateSchema } from '@veni/domain/api/customer-update'
import { orderCreateSchema, orderUpdateSchema } from '@veni/domain/order'
import { cashPaymentSchema, settlementSchema } from '@veni/domain/settlement'
import * as v from 'valibot'

const ENTRY_VERSION = 1

/** Keeps what was stored as it was: schemas only check it, their defaults and conversions are for the server. */
const asStored = <TSchema extends v.GenericSchema>(schema: TSchema) =>
  v.custom<v.InferInput<TSchema>>((value) => v.is(schema, value))

const photoIds = v.array(v.object({ id: v.string(), role: v.picklist(['packet', 'receipt']) }))

const work = v.variant('kind', [
  v.object({ kind: v.literal('customer-update'), body: asStored(customerUpdateSchema) }),
  v.object({
    kind: v.literal('single-order'),
    order: asStored(orderCreateSchema),
    delivered: asStored(orderUpdateSchema),
    customer: asStored(customerUpdateSchema),
  }),
  v.object({
    kind: v.literal('cash-payment'),
    order: asStored(orderCreateSchema),
    delivered: asStored(orderUpdateSchema),
    payment: asStored(cashPaymentSchema),
    photos: photoIds,
  }),
  v.object({
    kind: v.literal('settlement'),
    settlement: asStored(settlementSchema),
    photos: photoIds,
  }),
  v.object({ kind: v.literal('settlement-delivered'), invoiceId: v.string() }),
])

export type Work = v.InferOutput<typeof work>
export type WorkKind = Work['kind']
export type WorkOf<TKind extends WorkKind> = Extract<Work, { kind: TKind }>

export const outboxEntrySchema = v.object({
  version: v.literal(ENTRY_VERSION),
  /** UUID; with a step's name it is the Idempotency-Key of that step's call. */
  id: v.string(),
  /** Whose work it is: {@link import('../state/session.ts').owner}. Never sent under another sign-in. */
  owner: v.string(),
  customerId: v.string(),
  visitId: v.optional(v.string()),
  createdAt: v.number(),
  /**
   * `waiting`: to be sent. `held`: the runner must press again (spec §8 "Order creation in placeorder").
   * `refused`: needs attention; kept until someone decides.
   */
  state: v.picklist(['waiting', 'held', 'refused']),
  /** Attempts that reached a server and failed; having no network is none. */
  attempts: v.number(),
  nextAttemptAt: v.number(),
  /** Steps that the office has acknowledged, by name. */
  done: v.array(v.string()),
  /** Known once the portal has made the order. */
  orderId: v.optional(v.string()),
  /** The portal takes no such record: nobody may be told that the office has it. */
  staysHere: v.optional(v.boolean()),
  refusal: v.optional(v.object({ status: v.number(), code: v.optional(v.string()) })),
  work,
})
export type OutboxEntry = v.InferOutput<typeof outboxEntrySchema>

export interface NewEntry {
  readonly id: string
  readonly owner: string
  readonly customerId: string
  readonly visitId?: string
  readonly orderId?: string
  readonly createdAt: number
  readonly work: Work
}

export function newEntry(entry: NewEntry): OutboxEntry {
  return {
    version: ENTRY_VERSION,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: entry.createdAt,
    done: [],
    ...entry,
  }
}
