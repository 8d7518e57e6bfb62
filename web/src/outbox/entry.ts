/**
 * One piece of work on its way to the office, as the phone's database keeps it. Fields are only ever added, and
 * optional: what an older release has stored is read as it stands.
 */
import { recountedSettlementSchema } from '@veni/domain/deal/record'
import { workSchema, type Work } from '@veni/domain/work'
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
   * `waiting`: to be sent. `sending`: somebody has the lease. `needs-sign-in`: to be sent once the code is entered.
   * `held`: the runner must press again (spec §8 "Order creation in placeorder").
   * `refused`: needs attention; kept until someone decides.
   */
  state: v.picklist(['waiting', 'sending', 'needs-sign-in', 'held', 'refused']),
  /** While `sending`: the tab that does, and until when no other may. */
  lease: v.optional(v.object({ by: v.string(), until: v.number() })),
  /** Attempts that reached a server and failed; having no network is none. */
  attempts: v.number(),
  nextAttemptAt: v.number(),
  /** Steps that the office has acknowledged, by name. */
  done: v.array(v.string()),
  /** Known once the portal has made the order. */
  orderId: v.optional(v.string()),
  /** The portal takes no such record: nobody may be told that the office has it. */
  staysHere: v.optional(v.boolean()),
  /** What the office reckons differently; shown with the deal. */
  differences: recountedSettlementSchema.entries.differences,
  refusal: v.optional(
    v.object({
      status: v.number(),
      code: v.optional(v.string()),
      /** What is wrong with it, as dotted paths. */
      fields: v.optional(v.array(v.string())),
    }),
  ),
  work: workSchema,
})
export type OutboxEntry = v.InferOutput<typeof outboxEntrySchema>

/** What sends a deal, not what else was done on the same visit, such as a single order. */
export const isDealEntry = ({ work }: OutboxEntry) =>
  work.kind === 'cash-payment' || work.kind === 'settlement'

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
