/** What the tabs, and the service worker that sends while there is none, tell each other of the outbox. */
import * as v from 'valibot'
import { ApiFailure, type FailureDetail, type FailureKind } from '../api/failure.ts'
import { outboxEntrySchema } from './entry.ts'
import type { Outcome } from './attempt.ts'

const CHANNEL = 'veni-outbox'

/** An error loses its kind on the way to another tab. */
const outcomeSchema = v.object({
  kind: v.picklist(['accepted', 'failed', 'refused', 'signed-out', 'postponed']),
  entry: outboxEntrySchema,
  failure: v.optional(
    v.object({
      kind: v.custom<FailureKind>((value) => typeof value === 'string'),
      detail: v.custom<FailureDetail>((value) => typeof value === 'object' && value !== null),
    }),
  ),
})

export interface OutboxChannel {
  /** undefined: only that something has changed. */
  readonly tell: (outcome: Outcome | undefined) => void
}

export function openOutboxChannel(hear: (outcome: Outcome | undefined) => void): OutboxChannel {
  // Without it a tab sees what others did when it looks again itself.
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {} }
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => hear(readOutcome(data)))
  return { tell: (outcome) => channel.postMessage(outcome && onTheWay(outcome)) }
}

function onTheWay(outcome: Outcome) {
  if (!('failure' in outcome)) return outcome
  const { kind, detail } = outcome.failure
  return { ...outcome, failure: { kind, detail } }
}

/** Another release may be at the other end: what it says is not taken for granted. */
function readOutcome(data: unknown): Outcome | undefined {
  const parsed = v.safeParse(outcomeSchema, data)
  if (!parsed.success) return undefined
  const { kind, entry, failure } = parsed.output
  if (kind === 'accepted' || kind === 'postponed') return { kind, entry }
  return failure && { kind, entry, failure: new ApiFailure(failure.kind, failure.detail) }
}
