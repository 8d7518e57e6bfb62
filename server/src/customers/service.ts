import type { Api } from '@veni/domain/api'
import type { CustomerRecord } from '@veni/domain/api/customers'
import type { DbOrTx, Tx, Writer } from '../db/client.ts'
import { notFound } from '../errors.ts'
import { MAX_CUSTOMERS_BYTES } from '../limits/bounded-list.ts'
import { parseId } from '../wire-values.ts'
import type { Write, Writes } from '../write.ts'
import { requireSeen } from './changed-by-office.ts'
import { hasEverBeenOpenTo, insertChanges } from './history-store.ts'
import { countListed, readListJson } from './list-store.ts'
import { changeCustomer, claimCustomer, type CustomerRow, lockCustomer } from './store.ts'
import { toCustomerChange } from './to-change.ts'

export { findErasedWithPhotos } from './customer-photos-store.ts'
export { findSecondDeliveries, type OtherDelivery } from './second-deliveries-store.ts'
export { settledAgainSchema, toSettledAgain } from './settled-again.ts'
export { lockCustomer, lockCustomers } from './store.ts'
export { listStoredFlags, NEWER_FLAG } from './stored-flags.ts'

/** More than the largest runner has: 5,000 customers are 30 visits on each working day of half a year. */
const MOST_LISTED = 5_000

/**
 * Returns the list of by id, as JSON, and in `notListed` how many customers it leaves out. When it
 * would be too long, it leaves out customers without a runner before the runner's own.
 */
export async function listCustomers(
  db: DbOrTx,
  runnerId: number,
): Promise<{ json: string; notListed: number }> {
  const limits = { most: MOST_LISTED, mostBytes: MAX_CUSTOMERS_BYTES }
  const { json, listed, isCut } = await readListJson(db, runnerId, limits)
  return { json, notListed: isCut ? (await countListed(db, runnerId)) - listed : 0 }
}

export const customerWrites: Writes<Pick<Api, 'updateCustomer'>> = {
  updateCustomer,
}

/**
 * Stores the outcome of a visit and claims the customer for the runner. Throws `not-found`, `bad-request`, and
 * `ChangedByOffice` for a change that is older than that of the office.
 * Older apps do not send what the runner saw, and their change counts as the newest.
 */
async function updateCustomer({
  tx,
  writer: { runnerId, now, isOffice = false },
  params,
  body,
  seen,
}: Write<Api['updateCustomer']>): Promise<CustomerRecord> {
  const anothers = isOffice && (await lockAnothers(tx, runnerId, parseId(params.id)))
  if (anothers) return toCustomerRecord(anothers)
  const customer = await requireCustomer(tx, runnerId, parseId(params.id))
  const change = toCustomerChange(body, now)
  requireSeen(customer, change, seen)
  return toCustomerRecord(await changeCustomer(tx, customer.id, change, { at: now, by: runnerId }))
}

/** The customer, when another runner has them by now: an import by the office changes nothing of them. */
async function lockAnothers(
  tx: Tx,
  runnerId: number,
  id: number,
): Promise<CustomerRow | undefined> {
  const customer = await lockCustomer(tx, id)
  return [undefined, null, runnerId].includes(customer?.runnerId) ? undefined : customer
}

/** Claims the customer for the runner and returns it. Throws `not-found` for another runner's customer. */
async function requireCustomer(tx: Tx, runnerId: number, id: number): Promise<CustomerRow> {
  const customer = await findOrClaim(tx, runnerId, id)
  if (!customer) throw notFound()
  return customer
}

/** The customer of a deal or an order. `isOwn`: the runner may change the customer. */
export interface DealCustomer {
  readonly id: number
  readonly isOwn: boolean
  /** What arrives for an erased customer is stored without what identifies them (decision 28). */
  readonly isErased: boolean
}

/**
 * Claims the customer like any write of a runner. Another runner's customer who was open to this runner before is
 * returned, too: the deal was made, and the office checks it (ruling 33). The office may record a deal with any
 * customer. Locks the customer until the transaction ends; every writer locks the customer before an order or a
 * settlement. Throws `not-found` for every other customer.
 */
export async function requireDealCustomer(
  tx: Tx,
  { runnerId, isOffice }: Writer,
  wireId: string,
): Promise<DealCustomer> {
  const id = parseId(wireId)
  if (await findOrClaim(tx, runnerId, id)) return { id, isOwn: true, isErased: false }
  const customer = await lockCustomer(tx, id)
  if (!customer) throw notFound()
  if (!isOffice && !(await hasEverBeenOpenTo(tx, runnerId, id))) throw notFound()
  return { id, isOwn: false, isErased: customer.erasedAt !== null }
}

/**
 * Sets the customer of a completed deal to delivered, in the transaction of the deal. A customer who is
 * another runner's by now stays unchanged. @returns whether the customer is still the runner's
 */
export async function deliverCustomer(
  tx: Tx,
  { runnerId, now }: Writer,
  customerId: number,
): Promise<boolean> {
  const customer = await lockCustomer(tx, customerId)
  if (customer?.runnerId !== runnerId) return false
  const change = { status: 'delivered', deliveredAt: now }
  await changeCustomer(tx, customerId, change, { at: now, by: runnerId })
  return true
}

/** Records what the office changed in the history of these customers; call it in the transaction of the change. */
export async function recordOfficeChanges(tx: Tx, ids: readonly number[]): Promise<void> {
  await insertChanges(tx, ids, null)
}

/** Whether the customer is the runner's in this transaction. */
export async function isOwnCustomer(tx: Tx, runnerId: number, wireId: string): Promise<boolean> {
  return (await lockCustomer(tx, parseId(wireId)))?.runnerId === runnerId
}

/** When two runners claim the same customer, the second waits for the lock and gets nothing. */
async function findOrClaim(tx: Tx, runnerId: number, id: number): Promise<CustomerRow | undefined> {
  const customer = await lockCustomer(tx, id)
  if (customer?.runnerId === runnerId) return customer
  if (customer?.runnerId !== null) return undefined
  const claimed = await claimCustomer(tx, runnerId, id)
  if (claimed) await insertChanges(tx, [id], runnerId)
  return claimed
}

export function toCustomerRecord(row: CustomerRow): CustomerRecord {
  return {
    id: row.id,
    state: row.state,
    district: row.district,
    village_info: row.villageInfo,
    member_name: row.memberName,
    father_or_husband_name: row.fatherOrHusbandName,
    mobile: row.mobile,
    email: row.email,
    status: row.status,
    runner_id: row.runnerId,
    extra: row.extra,
    comments: row.comments,
    next_followup: row.nextFollowup,
  }
}
