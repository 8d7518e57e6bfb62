import { type Difference, recountedSettlementSchema } from '@veni/domain/deal/record'
import { orderReplySchema } from '@veni/domain/order'
import { listRecordSteps, makeStepKey, planCall, type StepName, type Work } from '@veni/domain/work'
import * as v from 'valibot'
import { isOwnCustomer } from '../customers/service.ts'
import type { Tx, Writer } from '../db/client.ts'
import { type PhotoUrls, storeLaterPhotos, withFirstUrls } from '../deals/later-photos.ts'
import type { Deps } from '../deps.ts'
import { receiveAdopted } from '../deals/adopted-deals.ts'
import { AppError, invariant } from '../errors.ts'
import { identifyRequest } from '../http/keyed-request.ts'
import { isRowId } from '../wire-values.ts'
import { runStep } from './run-step.ts'
import { findWork, insertWork, storeWorkAnswer } from './store.ts'

/** The work of one entry of a phone, and whose it is. */
export interface OwnWork {
  readonly runnerId: number
  /** The UUID of the entry, made by the phone. */
  readonly id: string
  readonly customerId: string
  readonly work: Work
}

export interface RecordedWork {
  /** The number of the order at the server; undefined when the work has none. */
  readonly orderId: number | undefined
  readonly differences: Difference[] | undefined
  /** SHA-256 of the work, in hexadecimal. */
  readonly hash: string
  /** Whether anything was stored: a repeat stores nothing. */
  readonly isNew: boolean
}

type StepDeps = Pick<Deps, 'now' | 'log'> & Pick<Writer, 'isOffice'>

/**
 * Records all steps of an entry in this transaction, once: a repeat gets the stored answer. Each step also has the key of
 * its own call, because an older release of the app may have sent some of the calls, or may send them later.
 * Throws `AppError` for a refusal; then the transaction must be undone.
 */
export async function recordWork(tx: Tx, deps: StepDeps, own: OwnWork): Promise<RecordedWork> {
  const { runnerId, id, work } = own
  const hash = hashWork(own)
  const customerId = findId(own.customerId)
  const row = { id, runnerId, customerId, kind: work.kind, contentHash: hash }
  if (!(await insertWork(tx, row))) return findRecorded(tx, row)
  const recorded = (await receiveAdopted(tx, own)) ?? (await runRecordSteps(tx, deps, own))
  const { orderId = null, differences = null } = recorded
  await storeWorkAnswer(tx, id, { orderId, differences })
  return { ...recorded, hash }
}

/** Only the step of a change of a customer needs the id: it refuses one that is no number of a row. */
const findId = (text: string) => (isRowId(text) ? Number(text) : null)

async function findRecorded(
  tx: Tx,
  { id, runnerId, contentHash }: { id: string; runnerId: number; contentHash: string },
): Promise<RecordedWork> {
  const stored = await findWork(tx, id)
  invariant(stored, 'an existing entry has no row')
  if (stored.runnerId !== runnerId || stored.contentHash !== contentHash)
    throw new AppError('idempotency-mismatch', 'This id was used for other work.')
  const { orderId, differences } = stored
  return {
    orderId: orderId ?? undefined,
    differences: differences ?? undefined,
    hash: contentHash,
    isNew: false,
  }
}

async function runRecordSteps(
  tx: Tx,
  deps: StepDeps,
  own: OwnWork,
): Promise<Omit<RecordedWork, 'hash'>> {
  const { runnerId, id, work, customerId } = own
  let orderId: string | undefined
  let differences: Difference[] | undefined
  let isNew = false
  for (const step of listRecordSteps(work.kind)) {
    const call = planCall(work, step, { customerId, orderId, photoUrls: {} })
    if (!call || (await isOfMovedCustomer(tx, own, step))) continue
    const key = makeStepKey(id, step)
    const seen = 'seen' in work ? work.seen : undefined
    const { reply, isReplayed } = await runStep(tx, deps, { runnerId, call, key, seen })
    isNew ||= !isReplayed
    if (step === 'order') orderId = v.parse(orderReplySchema, reply)
    if (step === 'record') differences = v.parse(recounted, reply).differences
  }
  return { orderId: orderId === undefined ? undefined : Number(orderId), differences, isNew }
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
 * @returns whether a photo that replaces another one was stored
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
  if (call) await runStep(tx, deps, { runnerId, call, key: undefined })
  return isLater
}

/**
 * The photos do not count: the runner can replace a photo that was refused after the record was stored. What the runner
 * saw does not, either: an older server does not know it, and it changes when the runner decides a conflict.
 */
function hashWork({ id, customerId, work }: OwnWork): string {
  const { photos: _, seen: _seen, ...content } = { photos: [], seen: undefined, ...work }
  return identifyRequest('POST', `/api/work/${id}`, { customerId, work: content }).requestHash
}
