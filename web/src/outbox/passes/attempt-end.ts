/** What the end of an attempt means for the rest of the pass. */
import type { Attempt, PassResult } from '../deps.ts'
import { hasEpochEnded } from '../transport/refusals.ts'

/** Whether the attempt ends the pass: each further one would fail in the same way. */
export function findStopReason(ended: Attempt): PassResult['stoppedBy'] {
  if (ended.kind === 'signed-out') return 'signed-out'
  if (ended.kind === 'other-epoch') return 'epoch-ended'
  if (!('failure' in ended)) return undefined
  if (hasEpochEnded(ended.failure)) return 'epoch-ended'
  return ended.failure.kind === 'network' ? 'network' : undefined
}

/** Whether the server has recorded or refused work in the call. */
export const isAnswer = ({ kind }: Attempt): boolean =>
  kind === 'received' || kind === 'refused' || kind === 'records-sent'

/** Whether the entry waits for a time, and later work for its customer with it. */
export function isWaiting(ended: Attempt): boolean {
  switch (ended.kind) {
    case 'received':
    case 'refused':
    case 'held':
    case 'signed-out':
    case 'records-sent':
    // The pass ends, and the next one follows the comparison.
    case 'other-epoch':
      return false
    case 'failed':
      return ended.failure.kind !== 'network'
    case 'not-due':
    case 'lease-lost':
    case 'other-runner':
      return true
  }
}
