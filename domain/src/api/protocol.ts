/** Headers and error replies of all calls. */
import * as v from 'valibot'
import { errorStatuses, type ErrorCode } from './endpoint.ts'

/** The longest Retry-After of a reply to unsent work, in seconds: a phone waits no longer, whatever a reply says. */
export const LONGEST_RETRY_AFTER_S = 300

export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** `true` when the reply repeats an earlier one. */
export const REPLAYED_HEADER = 'idempotent-replayed'
/** How many customers a list has left out because it would be too long; absent when it is complete. */
export const NOT_LISTED_HEADER = 'veni-not-listed'
/** The runner id on the phone. The reply is 401 when the session belongs to another runner (ruling 7). */
export const RUNNER_HEADER = 'veni-runner'

const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]

/** The body of every refusal. */
export const errorReplySchema = v.object({
  error: v.object({
    code: v.picklist(errorCodes),
    message: v.string(),
    /** The refused fields as dotted paths, each with the reason. */
    fields: v.optional(v.array(v.object({ path: v.string(), reason: v.string() }))),
  }),
})
export type ErrorReply = v.InferOutput<typeof errorReplySchema>
