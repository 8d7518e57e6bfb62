/** One piece of work that waits to be sent. Fields are only ever added, and optional: older rows stay readable. */
import { sharedValuesSchema } from '@veni/domain/customer/seen'
import { recountedSettlementSchema } from '@veni/domain/deal/record'
import { ENTRY_VERSIONS, workSchema } from '@veni/domain/work'
import * as v from 'valibot'
import { defineCollection } from '../collection.ts'

export const outboxEntrySchema = v.object({
  /** A row of another version stays as it is, unsent; the runner can export it. */
  version: v.picklist(ENTRY_VERSIONS),
  /** UUID; with a step's name it is the Idempotency-Key of that step's call. */
  id: v.string(),
  /** Whose work it is. Never sent under another sign-in. */
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
  /** The server asked for no call before this time, ms since 1970. */
  notBefore: v.optional(v.number()),
  /** Steps that are finished, by name: acknowledged, without a call, or not offered by a plain portal. */
  done: v.array(v.string()),
  /** Known once the server has made the order. */
  orderId: v.optional(v.string()),
  /**
   * Whether a plain portal does not offer some call of this work, so that the record of the call stays on this phone.
   * Such a settlement does not count as received. Such a cash payment does, because the portal has its order.
   */
  staysHere: v.optional(v.boolean()),
  /** Figures for which the server's recount has another value; shown with the deal. */
  differences: recountedSettlementSchema.entries.differences,
  /** SHA-256 of the work at our server, which has recorded all of it; absent until then and at any other server. */
  hash: v.optional(v.string()),
  /** Of the database that has recorded the work. */
  epoch: v.optional(v.string()),
  /** When our server no longer had what it had acknowledged, ms since 1970: the entry is sent again. */
  takenBackAt: v.optional(v.number()),
  /** Whether it was sent again because the office has recorded it: it is not tried a second time. */
  isResumed: v.optional(v.boolean()),
  /** Whether it was made again from its deal while our server had its record, which can have other content. */
  isRebuilt: v.optional(v.boolean()),
  refusal: v.optional(
    v.object({
      status: v.number(),
      code: v.optional(v.string()),
      /** The fields that are wrong, as dotted paths. */
      fields: v.optional(v.array(v.string())),
      /** The photos that neither the phone nor the office has; absent when an older release has stored the refusal. */
      photos: v.optional(v.array(v.string())),
      /** What the office has, when it changed the customer after the runner saw them. */
      office: v.optional(sharedValuesSchema),
    }),
  ),
  work: workSchema,
})
export type OutboxEntry = v.InferOutput<typeof outboxEntrySchema>

/** Whether the entry sends a deal; a single order of the same visit does not. */
export const isDealEntry = ({ work }: { readonly work: Pick<OutboxEntry['work'], 'kind'> }) =>
  work.kind === 'cash-payment' || work.kind === 'settlement'

const stepsSchema = v.object({ done: v.array(v.string()) })
const takenBackSchema = v.object({ takenBackAt: v.number() })
const laterSchema = v.object({ later: v.object({ number: v.number() }) })
const photosSchema = v.object({ work: v.object({ photos: v.array(v.unknown()) }) })

/** Whether the server has the record of a deal, as far as the row tells that this release may not be able to read. */
export const hasRecordStep = (row: unknown): boolean =>
  v.is(stepsSchema, row) && row.done.includes('record')

/**
 * How far an entry is, the most important first: when the server had lost it, the photos that the runner has replaced,
 * and its finished steps. Each of the first two begins the steps anew.
 */
function listProgress(entry: unknown): readonly number[] {
  const takenBackAt = v.is(takenBackSchema, entry) ? entry.takenBackAt : 0
  const photos = v.is(photosSchema, entry) ? entry.work.photos : []
  const later = photos.map((photo) => (v.is(laterSchema, photo) ? photo.later.number : 0))
  const steps = v.is(stepsSchema, entry) ? entry.done.length : 0
  return [takenBackAt, later.reduce((sum, number) => sum + number, 0), steps]
}

function isAhead(copy: unknown, stored: unknown): boolean {
  const before = listProgress(stored)
  const gains = listProgress(copy).map((one, at) => one - (before[at] ?? 0))
  return (gains.find((gain) => gain !== 0) ?? 0) > 0
}

const versionSchema = v.object({ version: v.number() })
const knownSchema = v.object({ version: outboxEntrySchema.entries.version })

/** Whether the phone has lost a part of the row. A row of a newer release is whole: only that release can read it. */
const isTorn = (row: unknown): boolean =>
  v.is(knownSchema, row) ? !v.is(outboxEntrySchema, row) : !v.is(versionSchema, row)

export const outbox = defineCollection({
  schema: outboxEntrySchema,
  indexes: { order: ['owner', 'createdAt'] },
  isSealed: true,
  secondCopy: {
    isAwaited: true,
    isFurther: (copy, stored) =>
      stored === undefined || (isTorn(stored) && !isTorn(copy)) || isAhead(copy, stored),
    /** The database may have lost an entry's deletion. The entry of a received deal must not be sent again. */
    endedBy: (row) =>
      v.is(outboxEntrySchema, row) && isDealEntry(row) && row.visitId !== undefined
        ? { collection: 'deals', key: row.visitId }
        : undefined,
  },
})
