/** What all calls of the contract have in common. */
import * as v from 'valibot'
import { errorStatuses, type ErrorCode } from './endpoint.ts'

export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** `true` on an answer that repeats an earlier one. */
export const REPLAYED_HEADER = 'idempotent-replayed'
/** Runner id the phone believes it works for; another one than the session's is answered 401 (ruling 7). */
export const RUNNER_HEADER = 'veni-runner'

const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]

/** Body of every refusal. */
export const errorReplySchema = v.object({
  error: v.object({
    code: v.picklist(errorCodes),
    message: v.string(),
    /** Fields that were refused, as dotted paths, with the reason. */
    fields: v.optional(v.array(v.object({ path: v.string(), reason: v.string() }))),
  }),
})
export type ErrorReply = v.InferOutput<typeof errorReplySchema>
