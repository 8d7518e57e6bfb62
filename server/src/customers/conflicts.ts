/** Records what a runner changed after a newer change of the office, and lets the office end it (decision 41). */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type CustomerUpdate, customerUpdateSchema } from '@veni/domain/api/customers'
import { isCustomerStatus } from '@veni/domain/customer'
import type { Work } from '@veni/domain/work'
import * as v from 'valibot'
import type { Tx } from '../db/client.ts'
import { type Transact, transactIn } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { OperatorError } from '../errors.ts'
import { checkRecordQuota, countRecordBytes, measureJson } from '../limits/record-quota.ts'
import { parseId } from '../wire-values.ts'
import { ChangedByOffice, toSharedValues } from './changed-by-office.ts'
import {
  type ConflictRow,
  endConflict,
  endConflictOfWork,
  findConflict,
  findConflictOf,
  insertConflict,
  listOpenConflicts,
} from './conflicts-store.ts'
import { changeCustomer, type CustomerRow, lockCustomer } from './store.ts'
import { toCustomerChange } from './to-change.ts'

/** An entry of a phone. */
interface SentWork {
  readonly runnerId: number
  readonly id: string
  readonly customerId: string
  readonly work: Work
}

/**
 * Records entries, and stores the conflict when the office has changed the customer of an only one. The refusal has undone
 * the transaction of the entry, so the conflict has one of its own; when the phone gets no answer, it sends the entry
 * again. Of several entries nobody knows here which one was refused: the caller records each by itself.
 */
export async function transactNotingConflict<T>(
  deps: Pick<Deps, 'now' | 'config' | 'db'>,
  transact: Transact,
  sent: readonly SentWork[],
  record: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transact(async (tx) => {
      const recorded = await record(tx)
      for (const one of sent) if ('seen' in one.work) await endConflictOfWork(tx, one, deps.now())
      return recorded
    })
  } catch (error) {
    const [only, ...others] = sent
    if (error instanceof ChangedByOffice && only && others.length === 0)
      await noteConflict(deps, transact, only, error)
    throw error
  }
}

/**
 * Stores a conflict when the office has adopted the change of this entry, and the phone sends other values than the
 * customer has. It refuses nothing.
 */
export async function noteOtherStatus(tx: Tx, sent: SentWork, now: Date): Promise<void> {
  const { customerId, work } = sent
  if (work.kind !== 'customer-update') return
  const customer = await lockCustomer(tx, parseId(customerId))
  if (!customer) return
  if (hasWanted(customer, v.parse(customerUpdateSchema, work.body), now)) return
  const office = toSharedValues(customer)
  const seen = work.seen ?? { ...office, at: now.toISOString() }
  const conflict = new ChangedByOffice(seen, office, customer.officeChangedAt ?? now)
  // Under an id of its own: the entry is recorded, and its next repeat would end the conflict of the entry.
  await storeConflict(tx, { ...sent, id: randomUUID() }, conflict)
}

/**
 * Whether the customer has everything that a runner wanted. No customer that is not erased has a status that no runner can set.
 */
function hasWanted(customer: CustomerRow, update: CustomerUpdate, now: Date): boolean {
  if (!isCustomerStatus(update.status)) return false
  const { status, notes, comments, nextFollowup } = customer
  const known = { status, notes, comments, nextFollowup }
  const { deliveredAt: _, ...wanted } = toCustomerChange(update, now)
  return isDeepStrictEqual({ ...known, ...wanted }, known)
}

/**
 * Throws {@link ChangedByOffice} when this change was refused before, and a runner may have changed the customer since.
 * A copy of a refused call can arrive as late as this, and would replace the newer change. The runner who sends the
 * change again says what they see by then. Call it when the customer is locked.
 */
export async function refuseAgain(
  tx: Tx,
  sent: Pick<SentWork, 'runnerId' | 'id' | 'work'>,
): Promise<void> {
  const seen = 'seen' in sent.work ? sent.work.seen : undefined
  const conflict = seen && (await findConflictOf(tx, sent, seen))
  if (!conflict) return
  const isOpen = conflict.endedAt === null
  const isChangedSince = async () =>
    (await lockCustomer(tx, conflict.customerId))?.officeChangedAt === null
  if (isOpen || (await isChangedSince()))
    throw new ChangedByOffice(conflict.seen, conflict.office, conflict.officeChangedAt)
}

/** A conflict counts for the quota of the runner's records, because a runner could send any number of them. */
async function noteConflict(
  deps: Pick<Deps, 'config' | 'db'>,
  transact: Transact,
  sent: SentWork,
  conflict: ChangedByOffice,
): Promise<void> {
  const isNew = await transact(async (tx) => {
    const isStored = await storeConflict(tx, sent, conflict)
    // After the conflict, which a refusal undoes: a repeat stores nothing and gets its answer, whatever the quota.
    if (isStored) await checkRecordQuota(deps, tx, sent.runnerId)
    return isStored
  })
  if (!isNew) return
  const stored = { sent: sent.work, answerBytes: measureJson(conflict.office) }
  await countRecordBytes(deps, sent.runnerId, [stored])
}

/** @returns whether anything was stored */
async function storeConflict(
  tx: Tx,
  { runnerId, id, customerId, work }: SentWork,
  { seen, office, officeChangedAt }: ChangedByOffice,
): Promise<boolean> {
  if (work.kind !== 'customer-update') return false
  const customer = await lockCustomer(tx, parseId(customerId))
  // The refusal has undone the claim of a customer without a runner. Another runner may have the customer by now, and
  // the office may have erased them: then nothing about them is stored.
  if (!customer || customer.erasedAt || isOfAnother(customer, runnerId)) return false
  const wanted = v.parse(customerUpdateSchema, work.body)
  const values = { wanted, seen, office, officeChangedAt }
  return insertConflict(tx, { workId: id, customerId: customer.id, runnerId, ...values })
}

const isOfAnother = (customer: CustomerRow, runnerId: number) =>
  ![null, runnerId].includes(customer.runnerId)

/** The open conflicts, the oldest first. */
export const listConflicts = ({ db }: Pick<Deps, 'db'>) => listOpenConflicts(db)

/**
 * Ends a conflict: the customer keeps what the office has, or gets what the runner wanted. Throws `OperatorError` when
 * there is no such conflict, and when the customer has changed since or is another runner's by now: the runner's change
 * may be wrong by now.
 */
export async function endConflictBy(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
  winner: 'office' | 'runner',
): Promise<void> {
  await transactIn(db)(async (tx) => {
    const { customerId } = await requireOpenConflict(tx, id)
    // The customer first, as every writer does; then the conflict again, which may have ended meanwhile.
    const customer = await lockCustomer(tx, customerId)
    const conflict = await requireOpenConflict(tx, id)
    if (winner === 'runner') await applyWanted(tx, conflict, customer, now())
    await endConflict(tx, id, now())
  })
}

/** By the office: it knows now what the runner wanted. A customer without a runner becomes the runner's. */
async function applyWanted(
  tx: Tx,
  { customerId, wanted, office, runnerId }: ConflictRow,
  customer: CustomerRow | undefined,
  now: Date,
): Promise<void> {
  if (!customer || !isStill(office, toSharedValues(customer)))
    throw refuseWanted(customerId, 'has changed since')
  if (isOfAnother(customer, runnerId)) throw refuseWanted(customerId, "is another runner's by now")
  if (!isCustomerStatus(wanted.status))
    throw refuseWanted(customerId, 'cannot have the status that the runner wanted')
  const change = { ...toCustomerChange(wanted, now), runnerId, officeChangedAt: now }
  await changeCustomer(tx, customerId, change, { at: now, by: null })
}

const refuseWanted = (customerId: number, reason: string) =>
  new OperatorError(
    `Customer ${customerId} ${reason}, so nothing was changed. End the conflict without --runner.`,
  )

async function requireOpenConflict(tx: Tx, id: number): Promise<ConflictRow> {
  const conflict = await findConflict(tx, id)
  if (conflict && !conflict.endedAt) return conflict
  throw new OperatorError(`There is no open conflict ${id}.`)
}

const isStill = (one: ConflictRow['office'], other: ConflictRow['office']) =>
  one.status === other.status &&
  one.comments === other.comments &&
  one.next_followup === other.next_followup
