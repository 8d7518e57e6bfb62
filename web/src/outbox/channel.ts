/** The messages between the tabs and the service worker. Other releases may be at the other end. */
import * as v from 'valibot'
import { ApiFailure, type FailureDetail } from '../api/failure.ts'
import { LostPhoto, UnreadableRow } from '../storage/storage-problem.ts'
import { outboxEntrySchema } from './entry.ts'
import type { Outcome, SendFailure } from './deps.ts'

const CHANNEL = 'veni-outbox'

/** The tag under which the browser wakes the service worker when there is a network again. */
export const SYNC_TAG = 'veni-outbox'
/** The message of the service worker to a page that can send by itself. */
export const WAKE_MESSAGE = 'wake-outbox'

/**
 * The shape of the messages, also of other releases: `accepted` is our `received`, and `postponed` is our `held`. An
 * error is sent as plain data.
 */
const outcomeSchema = v.object({
  kind: v.picklist(['accepted', 'failed', 'refused', 'signed-out', 'postponed']),
  entry: outboxEntrySchema,
  failure: v.optional(
    v.object({
      kind: v.custom<SendFailure['kind']>((value) => typeof value === 'string'),
      detail: v.custom<FailureDetail>((value) => typeof value === 'object' && value !== null),
    }),
  ),
})

export interface OutboxChannel {
  /** undefined means only that the outbox has changed. */
  readonly publish: (outcome: Outcome | undefined) => void
}

export function openOutboxChannel(receive: (outcome: Outcome | undefined) => void): OutboxChannel {
  // Without a channel a tab sees in its next pass what other tabs did.
  if (typeof BroadcastChannel === 'undefined') return { publish: () => {} }
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => receive(readOutcome(data)))
  return { publish: (outcome) => channel.postMessage(outcome && toMessage(outcome)) }
}

function toMessage(outcome: Outcome) {
  if (outcome.kind === 'received') return { ...outcome, kind: 'accepted' }
  if (outcome.kind === 'held') return { ...outcome, kind: 'postponed' }
  const { failure } = outcome
  const detail = 'detail' in failure ? failure.detail : {}
  return { ...outcome, failure: { kind: failure.kind, detail } }
}

/** @returns undefined for a message that this release does not understand */
function readOutcome(data: unknown): Outcome | undefined {
  const parsed = v.safeParse(outcomeSchema, data)
  if (!parsed.success) return undefined
  const { kind, entry, failure } = parsed.output
  if (kind === 'accepted') return { kind: 'received', entry }
  if (kind === 'postponed') return { kind: 'held', entry }
  if (!failure) return undefined
  return { kind, entry, failure: toFailure(failure) }
}

function toFailure({ kind, detail }: Pick<ApiFailure, 'detail'> & Pick<SendFailure, 'kind'>) {
  if (kind === 'phone') return new UnreadableRow()
  return kind === 'photo-lost' ? new LostPhoto() : new ApiFailure(kind, detail)
}
