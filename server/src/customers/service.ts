import type { BodyOutput } from '@veni/domain/endpoint'
import type { Api } from '@veni/domain/api'
import { isCustomerStatus } from '@veni/domain/customer'
import type { Tx } from '../db/client.ts'
import { AppError, notFound } from '../errors.ts'
import { invariant } from '../invariant.ts'
import { parseId } from '../row-id.ts'
import { changeCustomer, claimCustomer, type CustomerChange, type CustomerRow } from './store.ts'

type Update = BodyOutput<Api['updateCustomer']>

/** Writes a visit's outcome; `customer` is one that the transaction has claimed. */
export async function updateCustomer(
  tx: Tx,
  customer: CustomerRow,
  update: Update,
  now: Date,
): Promise<CustomerRow> {
  const changed = await changeCustomer(tx, customer.id, toChange(update, now), now)
  invariant(changed, 'a claimed customer vanished')
  return changed
}

/** The customer, claimed for the runner: one that nobody had becomes his. Throws `not-found` for another runner's. */
export async function requireCustomer(tx: Tx, runnerId: number, id: string): Promise<CustomerRow> {
  const customer = await claimCustomer(tx, runnerId, parseId(id))
  if (!customer) throw notFound()
  return customer
}

/** What a completed deal does to its customer, in the deal's own transaction (ruling 19). */
export async function deliverCustomer(tx: Tx, customerId: number, now: Date): Promise<void> {
  await changeCustomer(tx, customerId, { status: 'delivered', deliveredAt: now }, now)
}

function toChange(update: Update, now: Date): CustomerChange {
  if (!isCustomerStatus(update.status)) {
    const field = { path: 'status', reason: 'is not a status a runner can set' }
    throw new AppError('bad-request', 'There is no such status.', [field])
  }
  const isHold = update.status === 'hold'
  return {
    status: update.status,
    ...(update.notes !== undefined && { notes: update.notes }),
    // A hold's comment arrives as either field (spec §7); the notes of other changes leave the card's comment alone.
    ...(update.comments !== undefined && { comments: update.comments }),
    ...(isHold && { comments: update.comments ?? update.notes ?? '' }),
    // A new hold without a date ends the old follow-up; other changes leave it alone.
    ...(update.next_followup !== undefined && { nextFollowup: update.next_followup }),
    ...(isHold && { nextFollowup: update.next_followup ?? null }),
    ...(update.status === 'delivered' && { deliveredAt: parseInstant(update.delivered_at) ?? now }),
  }
}

/** Undefined for what is no instant, or one that cannot be meant: PostgreSQL does not hold every year that a `Date` does. */
function parseInstant(text: string | undefined): Date | undefined {
  const time = Date.parse(text ?? '')
  return time >= 0 && time <= LATEST_INSTANT ? new Date(time) : undefined
}

const LATEST_INSTANT = Date.parse('9999-12-31T23:59:59Z')
