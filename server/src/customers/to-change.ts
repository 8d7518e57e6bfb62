/** What the outcome of a visit changes in the row of the customer. */
import { isInstant } from '@veni/domain/api/fields'
import type { CustomerUpdate } from '@veni/domain/api/customers'
import { isCustomerStatus } from '@veni/domain/customer'
import { AppError } from '../errors.ts'
import type { CustomerChange } from './store.ts'

/** Throws `bad-request` for an unknown status. */
export function toCustomerChange(update: CustomerUpdate, now: Date): CustomerChange {
  if (!isCustomerStatus(update.status)) {
    const field = { path: 'status', reason: 'is not a status a runner can set' }
    throw new AppError('bad-request', 'There is no such status.', [field])
  }
  const isHold = update.status === 'hold'
  return {
    status: update.status,
    ...(update.notes !== undefined && { notes: update.notes }),
    // The comment of a hold arrives in either field; the notes of other changes do not touch the card's comment.
    ...(update.comments !== undefined && { comments: update.comments }),
    ...(isHold && { comments: update.comments ?? update.notes ?? '' }),
    // A new hold without a date ends the old follow-up; other changes keep it.
    ...(update.next_followup !== undefined && { nextFollowup: update.next_followup }),
    ...(isHold && { nextFollowup: update.next_followup ?? null }),
    ...(update.status === 'delivered' && { deliveredAt: parseInstant(update.delivered_at) ?? now }),
  }
}

/** Undefined for text that is no time, or a time outside 1970 to 9999. */
function parseInstant(text = ''): Date | undefined {
  return isInstant(text) ? new Date(text) : undefined
}
