import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { type SentWork, sentWorkSchema, type WorkResult } from '@veni/domain/api/work'
import type { Tx } from '../db/client.ts'
import { transactNotingConflict } from '../customers/conflicts.ts'
import type { Transact } from '../db/transact.ts'
import { findOutage } from '../db/unavailable.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { toRefusal } from '../http/error-replies.ts'
import { parseBody } from '../http/parse-request.ts'
import { checkRecordQuota, countRecordBytes, measureJson } from '../limits/record-quota.ts'
import { groupItems } from './group-items.ts'
import { ReceivedItems } from './received-items.ts'
import { storeLaterPhotos } from '../deals/later-photos.ts'
import type { OwnWork } from './own-work.ts'
import { linkPhotos, type RecordedWork, recordWorks } from './record-work.ts'

/** Its name in the log. */
const CALL = 'POST /api/work'

/** Who sends work, and how the call works with the database. */
export interface WorkCall {
  readonly runnerId: number
  readonly transact: Transact
  /** Runs one item in the runner's turn at the database. */
  readonly takeTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** Of one item that is recorded. */
interface Recorded {
  readonly result: WorkResult
  /** Whether anything was stored: a repeat stores nothing. */
  readonly isNew: boolean
}

/**
 * Records the items in their order, each wholly or not at all. A refused item holds up no other, and neither does one whose
 * records another transaction has locked; after a failure of the session or of the database the remaining items get the
 * same result, because they would only wait for the same failure.
 * After any other item that can be recorded later, so do the items of its customer: they must not overtake it.
 *
 * A few items share a transaction, which saves statements. When one of them is not recorded, nothing of this transaction
 * is stored, and each of them has one of its own (decision 44).
 * @param items as the phone sent them, not parsed
 */
export async function recordItems(
  deps: Deps,
  call: WorkCall,
  items: readonly unknown[],
): Promise<{ results: WorkResult[]; isReplayed: boolean }> {
  const received = new ReceivedItems()
  for (const group of groupItems(items)) {
    const together = received.haveNoFailure && (await recordTogether(deps, call, group))
    if (together) received.add(together)
    else for (const item of group) await recordAlone(deps, call, item, received)
    // A refused item and the embedded database never pause.
    await yieldToRequests()
  }
  return received
}

/** @returns undefined when the items must be recorded one by one; then nothing of them is stored */
async function recordTogether(
  deps: Deps,
  call: WorkCall,
  group: readonly unknown[],
): Promise<Recorded[] | undefined> {
  if (group.length === 1) return undefined
  try {
    return await call.takeTurn(() => recordGroup(deps, call, group))
  } catch (error) {
    // Each item finds the reason of its own. A failure that they have only together would remain unknown without the log.
    toRefusal(error, deps.log, CALL)
    return undefined
  }
}

async function recordAlone(
  deps: Deps,
  call: WorkCall,
  item: unknown,
  received: ReceivedItems,
): Promise<void> {
  const earlier = received.findFailureBefore(item)
  if (earlier) return received.refuse(item, earlier)
  try {
    received.add(await call.takeTurn(() => recordGroup(deps, call, [item])))
  } catch (error) {
    received.refuse(item, toItemRefusal(error, deps))
  }
  await yieldToRequests()
}

/**
 * Another transaction is in the way of this item only. Its result has no time to wait, because all work of the phone would
 * wait for that.
 */
function toItemRefusal(error: unknown, { log }: Pick<Deps, 'log'>): AppError {
  const refusal = toRefusal(error, log, CALL)
  return findOutage(error) === 'lock conflict'
    ? new AppError('in-progress', refusal.message)
    : refusal
}

/** Records items in one transaction. Throws when one of them cannot be recorded; then nothing is stored. */
async function recordGroup(
  deps: Deps,
  { runnerId, transact }: WorkCall,
  items: readonly unknown[],
): Promise<Recorded[]> {
  const parsed = items.map((item) => {
    const { id, customer_id, work, photo_urls } = parseBody(sentWorkSchema, item) as SentWork
    return { runnerId, id, customerId: customer_id, work, photoUrls: photo_urls }
  })
  const recorded = await transactNotingConflict(deps, transact, parsed, async (tx) => {
    const found = await recordWorks(tx, deps, runnerId, parsed)
    const withPhotos = await linkAllPhotos(tx, deps, parsed, found)
    // After the records, which a refusal undoes: a repeat stores nothing and gets its answer, whatever the quota.
    if (withPhotos.some(({ isNew }) => isNew)) await checkRecordQuota(deps, tx, runnerId)
    return withPhotos
  })
  const outcomes = recorded.map((one) => ({ result: toRecorded(one), isNew: one.isNew }))
  const stored = recorded.flatMap(({ isNew, answerBytes }, at) =>
    isNew
      ? [{ sent: items[at], answerBytes: answerBytes + measureJson(outcomes[at]?.result) }]
      : [],
  )
  await countRecordBytes(deps, runnerId, stored)
  return outcomes
}

async function linkAllPhotos(
  tx: Tx,
  deps: Deps,
  sent: readonly (OwnWork & { readonly photoUrls: SentWork['photo_urls'] })[],
  recorded: readonly RecordedWork[],
): Promise<RecordedWork[]> {
  const linked: RecordedWork[] = []
  for (const [at, found] of recorded.entries()) {
    const own = sent[at]
    const isLinked = own && (await link(tx, deps, own, found))
    linked.push({ ...found, isNew: found.isNew || isLinked === true })
  }
  return linked
}

/**
 * Before its upload a phone knows the address of a later photo. It is stored with the record, so that no backup has the
 * photo without it.
 */
const link = (
  tx: Tx,
  deps: Deps,
  own: OwnWork & { readonly photoUrls: SentWork['photo_urls'] },
  found: RecordedWork,
): Promise<boolean> =>
  own.photoUrls
    ? linkPhotos(tx, deps, own, { ...found, photoUrls: own.photoUrls })
    : storeLaterPhotos(tx, own.work, {})

const toRecorded = ({ orderId, differences, hash }: RecordedWork): WorkResult => ({
  outcome: 'recorded',
  hash,
  ...(orderId !== undefined && { order_id: orderId }),
  ...(differences?.length && { differences }),
})
