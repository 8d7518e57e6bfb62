import { isDeepStrictEqual } from 'node:util'
import { type Difference, recountedSettlementSchema } from '@veni/domain/deal/record'
import { orderReplySchema } from '@veni/domain/order'
import {
  findInvoiceId,
  listRecordSteps,
  makeStepKey,
  planCall,
  type StepName,
} from '@veni/domain/work'
import * as v from 'valibot'
import { refuseAgain } from '../customers/conflicts.ts'
import { isOwnCustomer, lockCustomers } from '../customers/service.ts'
import type { Tx, Writer } from '../db/client.ts'
import { type PhotoUrls, storeLaterPhotos, withFirstUrls } from '../deals/later-photos.ts'
import type { Deps } from '../deps.ts'
import { receiveAdopted } from '../deals/adopted-deals.ts'
import { readReserved, reserveDeals } from '../deals/service.ts'
import { AppError, invariant } from '../errors.ts'
import { identifyRequest } from '../http/keyed-request.ts'
import { findPhotoUrls } from '../orders/service.ts'
import { ClaimedKeys } from '../idempotency/claimed-keys.ts'
import { readKnownPrices } from '../price-changes/service.ts'
import { isRowId } from '../wire-values.ts'
import { hashAdopted, receiveAdoptedWork } from './adopted-work.ts'
import type { OwnWork } from './own-work.ts'
import { listPricedNames } from './priced-names.ts'
import { runStep } from './run-step.ts'
import { findWork, insertWorks, type NewWork, storeWorkAnswers, type WorkAnswer } from './store.ts'

export interface RecordedWork {
  /** The number of the order at the server; undefined when the work has none. */
  readonly orderId: number | undefined
  readonly differences: Difference[] | undefined
  /** SHA-256 of the work, in hexadecimal. */
  readonly hash: string
  /** Whether anything was stored: a repeat stores nothing. */
  readonly isNew: boolean
  /** How many bytes the answers of its calls have that are stored under their keys. */
  readonly answerBytes: number
}

type StepDeps = Pick<Deps, 'now' | 'log'> & Pick<Writer, 'isOffice' | 'adopted'>
/** `prepare` runs before the first step, when the rows of the entries and their customers are locked. */
type WorkDeps = StepDeps & { readonly prepare?: () => Promise<void> }

/** As {@link recordWorks}, for one entry. */
export async function recordWork(tx: Tx, deps: WorkDeps, own: OwnWork): Promise<RecordedWork> {
  const [recorded] = await recordWorks(tx, deps, own.runnerId, [own])
  invariant(recorded, 'an entry has no result')
  return recorded
}

/**
 * Records all steps of these entries of a runner in this transaction, once: a repeat gets the stored answer. Each step
 * also has the key of its own call, because an older release of the app may have sent some of the calls, or may send them
 * later. Everything that the entries lock is locked here in the order of `transact.ts`, before the first step.
 * Throws `AppError` for a refusal of any entry; then the transaction must be undone.
 * @param owns with different ids
 * @returns the results in the order of the entries
 */
export async function recordWorks(
  tx: Tx,
  deps: WorkDeps,
  runnerId: number,
  owns: readonly OwnWork[],
): Promise<RecordedWork[]> {
  const rows = owns.map((own) => toRow(own, deps.adopted !== undefined))
  const added = await insertWorks(tx, rows)
  const isNew = ({ id }: { readonly id: string }) => added.has(id.toLowerCase())
  const newOnes = owns.filter(isNew)
  const keys = await ClaimedKeys.claim(tx, runnerId, newOnes.flatMap(listKeys))
  await lockCustomers(
    tx,
    rows.flatMap(({ customerId }) => customerId ?? []),
  )
  await reserveVisits(tx, newOnes)
  const priced = listPricedNames(newOnes.map(({ work }) => work))
  await readKnownPrices(tx, priced, deps.now().getTime())
  await deps.prepare?.()
  const recorded: RecordedWork[] = []
  const answers: WorkAnswer[] = []
  for (const [at, own] of owns.entries()) {
    const row = rows[at]
    invariant(row, 'an entry has no row')
    if (!isNew(row)) {
      recorded.push(await findRecorded(tx, deps, own, row))
      continue
    }
    await refuseAgain(tx, own)
    const result = (await receiveAdopted(tx, own)) ?? (await runRecordSteps(tx, deps, own, keys))
    const { orderId = null, differences = null } = result
    answers.push({ id: row.id, orderId, differences })
    recorded.push({ answerBytes: 0, ...result, hash: row.contentHash })
  }
  await keys.end()
  await storeWorkAnswers(tx, runnerId, answers)
  return recorded
}

async function reserveVisits(tx: Tx, newOnes: readonly OwnWork[]): Promise<void> {
  await reserveDeals(
    tx,
    newOnes.map(({ work }) => work),
  )
  await readReserved(
    tx,
    newOnes.flatMap(({ work }) => findInvoiceId(work) ?? []),
  )
}

const toRow = (own: OwnWork, isAdopted: boolean): NewWork => ({
  id: own.id,
  runnerId: own.runnerId,
  // Only the step of a change of a customer needs the id: it refuses one that is no number of a row.
  customerId: isRowId(own.customerId) ? Number(own.customerId) : null,
  kind: own.work.kind,
  contentHash: isAdopted ? hashAdopted(own) : hashWork(own),
})

const listKeys = ({ id, work }: OwnWork) =>
  listRecordSteps(work.kind).map((step) => makeStepKey(id, step))

async function findRecorded(
  tx: Tx,
  { now, adopted }: StepDeps,
  own: OwnWork,
  { contentHash }: NewWork,
): Promise<RecordedWork> {
  const stored = await findWork(tx, own)
  const isRepeat = stored?.contentHash === contentHash && adopted === undefined
  const isNew =
    !isRepeat && adopted === undefined && (await receiveAdoptedWork(tx, now(), own, contentHash))
  // An id belongs to one entry: this one may be another runner's.
  if (!stored || !(isRepeat || isNew))
    throw new AppError('idempotency-mismatch', 'This id was used for other work.')
  const { orderId, differences } = stored
  return {
    orderId: orderId ?? undefined,
    differences: differences ?? undefined,
    hash: contentHash,
    isNew,
    answerBytes: 0,
  }
}

async function runRecordSteps(
  tx: Tx,
  deps: StepDeps,
  own: OwnWork,
  keys: ClaimedKeys,
): Promise<Omit<RecordedWork, 'hash'>> {
  const { runnerId, id, work, customerId } = own
  let orderId: string | undefined
  let differences: Difference[] | undefined
  let isNew = false
  let answerBytes = 0
  for (const step of listRecordSteps(work.kind)) {
    const call = planCall(work, step, { customerId, orderId, photoUrls: {} })
    if (!call || (await isOfMovedCustomer(tx, own, step))) continue
    const key = makeStepKey(id, step)
    const seen = 'seen' in work ? work.seen : undefined
    const { reply, bytes, isReplayed } = await runStep(tx, deps, {
      runnerId,
      call,
      keyed: { keys, key },
      seen,
    })
    isNew ||= !isReplayed
    if (!isReplayed) answerBytes += bytes
    if (step === 'order') orderId = v.parse(orderReplySchema, reply)
    if (step === 'record') differences = v.parse(recounted, reply).differences
  }
  const row = orderId === undefined ? undefined : Number(orderId)
  return { orderId: row, differences, isNew, answerBytes }
}

/**
 * Whether the step changes the customer of a delivered order who is another runner's by now. The order is stored and
 * flagged all the same, and its runner changes nothing of the customer (ruling 33).
 */
const isOfMovedCustomer = async (
  tx: Tx,
  { runnerId, customerId, work }: OwnWork,
  step: StepName,
): Promise<boolean> =>
  work.kind === 'single-order' &&
  step === 'customer' &&
  !(await isOwnCustomer(tx, runnerId, customerId))

const recounted = v.object({ differences: recountedSettlementSchema.entries.differences })

/**
 * Stores the addresses that the photos of recorded work have now. It has no key: the phone and an import may each have an
 * address of their own.
 * @returns whether an address was stored that was not stored before
 */
export async function linkPhotos(
  tx: Tx,
  deps: StepDeps,
  { runnerId, customerId, work }: OwnWork,
  { orderId, photoUrls }: Pick<RecordedWork, 'orderId'> & { readonly photoUrls: PhotoUrls },
): Promise<boolean> {
  const isLater = await storeLaterPhotos(tx, work, photoUrls)
  if (work.kind !== 'cash-payment') return isLater
  const call = planCall(work, 'photo-links', {
    customerId,
    orderId: orderId?.toString(),
    photoUrls: withFirstUrls(work, photoUrls),
  })
  if (!call || orderId === undefined) return isLater
  const before = await findPhotoUrls(tx, runnerId, orderId)
  await runStep(tx, deps, { runnerId, call })
  return isLater || !isDeepStrictEqual(await findPhotoUrls(tx, runnerId, orderId), before)
}

/**
 * The photos do not count: the runner can replace a photo that was refused after the record was stored. What the runner
 * saw does not, either: an older server does not know it, and it changes when the runner decides a conflict.
 */
function hashWork({ id, customerId, work }: OwnWork): string {
  const { photos: _, seen: _seen, ...content } = { photos: [], seen: undefined, ...work }
  return identifyRequest('POST', `/api/work/${id}`, { customerId, work: content }).requestHash
}
