/**
 * The call that sends whole work: our server records all steps of an entry in one transaction, so that no half of a deal
 * exists. A plain portal does not offer it and gets the calls of the steps (`domain/src/work.ts`).
 */
import * as v from 'valibot'
import { sharedValuesSchema } from '../customer/seen.ts'
import { recountedSettlementSchema } from '../deal/record.ts'
import { ENTRY_VERSIONS, workSchema } from '../work.ts'
import { defineEndpoint } from './endpoint.ts'
import { idParam, text } from './fields.ts'
import { errorReplySchema } from './protocol.ts'

/** How many entries one call can send, and how many bytes. An entry has an order and a record of at most 64 KB each. */
export const MOST_WORK_ITEMS = 50
export const MAX_WORK_BYTES = 512 * 1024

const photoUrl = v.optional(text(2_000))

/** One entry of the outbox, as the phone sends it. */
export const sentWorkSchema = v.object({
  /** Our server does not record work with steps that it does not know. */
  version: v.picklist(ENTRY_VERSIONS),
  /** The UUID of the entry, made by the phone. The server records each once. */
  id: v.pipe(v.string(), v.uuid()),
  customer_id: idParam.entries.id,
  work: workSchema,
  /** Addresses at another image host, which the phone learns after it has sent the record. */
  photo_urls: v.optional(v.object({ packet: photoUrl, receipt: photoUrl })),
})
/** @see sentWorkSchema */
export type SentWork = v.InferInput<typeof sentWorkSchema>

const recordedSchema = v.object({
  outcome: v.literal('recorded'),
  /** SHA-256 of the work, by which a phone later finds that the server still has it. Older servers do not send it. */
  hash: v.optional(v.string()),
  /** The number of the order at the server, for people; absent when the work has no order. */
  order_id: v.optional(v.number()),
  differences: recountedSettlementSchema.entries.differences,
})

/** One item that the server did not record. Every other item of the call is independent of it. */
const notRecordedSchema = v.object({
  outcome: v.literal('not-recorded'),
  /** As the HTTP status of a call of its own would be. */
  status: v.number(),
  retry_after_s: v.optional(v.number()),
  /** What the office has, when it changed the customer after the runner saw them. */
  office: v.optional(sharedValuesSchema),
  ...errorReplySchema.entries,
})

/** In the order of the items. */
export const workReplySchema = v.object({
  results: v.array(v.variant('outcome', [recordedSchema, notRecordedSchema])),
  /** Of the database, for the next call. Older servers do not send it. */
  epoch: v.optional(v.string()),
})
export type WorkResult = v.InferInput<typeof workReplySchema>['results'][number]

export const sendWorkApi = {
  recordWork: defineEndpoint({
    method: 'POST',
    path: '/api/work',
    summary: 'Record whole work of a phone: each item in one transaction, each once',
    part: 'extension',
    access: 'runner',
    /** Each item is a {@link sentWorkSchema}. It is parsed by itself, so that a bad one refuses no other. */
    body: v.object({
      items: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(MOST_WORK_ITEMS)),
      /**
       * Of the database with which the phone has compared what it sent. In another one nothing is recorded: what the phone
       * sends again must come before what is newer. Absent before the first comparison.
       */
      epoch: v.optional(v.pipe(v.string(), v.maxLength(64))),
    }),
    maxBodyBytes: MAX_WORK_BYTES,
    takesGzip: true,
    reply: workReplySchema,
  }),
} as const
