/**
 * One row of the outbox, as the phone's database stores it. Fields are only added, and they are optional, because rows
 * of older releases are read as they are.
 */
import { recountedSettlementSchema } from '@veni/domain/deal/record'
import { plans, workSchema, type StepName, type Work } from '@veni/domain/work'
import * as v from 'valibot'

const ENTRY_VERSION = 1

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
   * `waiting`: to be sent. `sending`: a sender has the lease. `needs-sign-in`: to be sent after the next sign-in.
   * `held`: a single order that the runner must press again.
   * `refused`: the server will never take it as it is; somebody must look at it.
   */
  state: v.picklist(['waiting', 'sending', 'needs-sign-in', 'held', 'refused']),
  /** While `sending`: which sender does, and until when no other may. */
  lease: v.optional(v.object({ by: v.string(), until: v.number() })),
  /** Attempts that reached a server and failed. Having no network is no attempt. */
  attempts: v.number(),
  nextAttemptAt: v.number(),
  /** Steps that the server has acknowledged, by name. */
  done: v.array(v.string()),
  /** Known once the server has made the order. */
  orderId: v.optional(v.string()),
  /** A plain portal has no call for this record: it does not count as received. */
  staysHere: v.optional(v.boolean()),
  /** Figures for which the server's recount has another value; shown with the deal. */
  differences: recountedSettlementSchema.entries.differences,
  refusal: v.optional(
    v.object({
      status: v.number(),
      code: v.optional(v.string()),
      /** The fields that are wrong, as dotted paths. */
      fields: v.optional(v.array(v.string())),
    }),
  ),
  work: workSchema,
})
export type OutboxEntry = v.InferOutput<typeof outboxEntrySchema>

/** Whether it sends a deal, and not other work of the same visit, such as a single order. */
export const isDealEntry = ({ work }: OutboxEntry) =>
  work.kind === 'cash-payment' || work.kind === 'settlement'

/** A single order that the server has not made yet, as far as this phone has received. */
export const isBeforeOrder = ({ work, orderId }: OutboxEntry): boolean =>
  work.kind === 'single-order' && orderId === undefined

/** The first step that the server has not acknowledged; undefined when it has acknowledged all. */
export const nextStepName = ({ work, done }: OutboxEntry): StepName | undefined =>
  plans[work.kind].find((step) => !done.includes(step))

/** Photos and their addresses: the server does not need them for the recount of a deal. */
export const isPhotoStep = (step: StepName | undefined): boolean =>
  step === 'photos' || step === 'photo-links'

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
