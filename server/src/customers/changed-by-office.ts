/** Changes of a status that come after a newer change of the office (decision 41). */
import type { Seen, SharedValues } from '@veni/domain/customer/seen'
import { AppError } from '../errors.ts'
import type { CustomerChange, CustomerRow } from './store.ts'

/** The office has changed the customer since the runner saw them. The customer stays as the office left them. */
export class ChangedByOffice extends AppError {
  readonly seen: Seen
  /** What the customer has. */
  readonly office: SharedValues
  readonly officeChangedAt: Date

  constructor(seen: Seen, office: SharedValues, officeChangedAt: Date) {
    super('conflict', 'The office has changed this customer since the runner saw them.', [
      { path: 'status', reason: 'is older than the change of the office' },
    ])
    this.seen = seen
    this.office = office
    this.officeChangedAt = officeChangedAt
  }
}

/** @see ChangedByOffice */
export function toSharedValues({ status, comments, nextFollowup }: CustomerRow): SharedValues {
  return { status, comments, next_followup: nextFollowup }
}

/**
 * Throws {@link ChangedByOffice} when the change would overwrite a value of the office that the runner did not see. A
 * value that another phone of a runner has stored since is no conflict: then the last change to arrive counts.
 */
export function requireSeen(
  customer: CustomerRow,
  change: CustomerChange,
  seen: Seen | undefined,
): void {
  const { officeChangedAt } = customer
  if (!seen || !officeChangedAt) return
  const known = {
    status: seen.status,
    comments: seen.comments,
    nextFollowup: seen.next_followup,
  }
  const isOverwritten = (Object.keys(known) as (keyof typeof known)[]).some(
    (field) =>
      change[field] !== undefined &&
      !isSame(change[field], customer[field]) &&
      !isSame(known[field], customer[field]),
  )
  if (isOverwritten) throw new ChangedByOffice(seen, toSharedValues(customer), officeChangedAt)
}

/** The phone trims what it reads. */
const isSame = (one: string | null, other: string | null) => one?.trim() === other?.trim()
