import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { type SentWork, sentWorkSchema, type WorkResult } from '@veni/domain/api/work'
import type { Tx } from '../db/client.ts'
import { ChangedByOffice } from '../customers/changed-by-office.ts'
import { transactNotingConflict } from '../customers/conflicts.ts'
import type { Transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import type { AppError } from '../errors.ts'
import { toRefusal } from '../http/error-replies.ts'
import { parseBody } from '../http/parse-request.ts'
import { checkRecordQuota, countRecordBytes } from '../limits/record-quota.ts'
import { linkPhotos, type OwnWork, type RecordedWork, recordWork } from './record-work.ts'

/** Who sends work, and how the call works with the database. */
export interface WorkCall {
  readonly runnerId: number
  readonly transact: Transact
  /** Runs one item in the runner's turn at the database. */
  readonly takeTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Records each item in a transaction of its own, in their order. A refused item holds up no other; after a failure of the
 * session or of the database the remaining items get the same result, because they would only wait for the same failure.
 * After any other item that can be recorded later, so do the items of its customer: they must not overtake it.
 * @param items as the phone sent them, not parsed
 */
export async function recordItems(
  deps: Deps,
  call: WorkCall,
  items: readonly unknown[],
): Promise<{ results: WorkResult[]; isReplayed: boolean }> {
  const results: WorkResult[] = []
  let isReplayed = true
  let ended: AppError | undefined
  const postponed = new Map<unknown, AppError>()
  for (const item of items) {
    const earlier = ended ?? postponed.get(customerOf(item))
    if (earlier) {
      results.push(toResult(earlier))
      continue
    }
    try {
      const { result, isNew } = await call.takeTurn(() => recordItem(deps, call, item))
      results.push(result)
      isReplayed &&= !isNew
    } catch (error) {
      const refusal = toRefusal(error, deps.log, 'POST /api/work')
      results.push(toResult(refusal))
      isReplayed = false
      if (endsCall.has(refusal.code)) ended = refusal
      else if (isTemporary(refusal)) postponed.set(customerOf(item), refusal)
    }
    // A refused item and the embedded database never pause.
    await yieldToRequests()
  }
  return { results, isReplayed }
}

const endsCall = new Set<AppError['code']>(['sign-in-required', 'rate-limited', 'unavailable'])

const isTemporary = ({ status, code }: AppError): boolean => status >= 500 || code === 'in-progress'

const customerOf = (item: unknown): unknown =>
  (Object(item) as { readonly customer_id?: unknown }).customer_id

async function recordItem(
  deps: Deps,
  { runnerId, transact }: WorkCall,
  item: unknown,
): Promise<{ result: WorkResult; isNew: boolean }> {
  const { id, customer_id, work, photo_urls } = parseBody(sentWorkSchema, item) as SentWork
  const own: OwnWork = { runnerId, id, customerId: customer_id, work }
  const recorded = await transactNotingConflict(deps, transact, own, async (tx) => {
    const found = await recordWithPhotos(tx, deps, own, photo_urls)
    // After the record, which a refusal undoes: a repeat stores nothing and gets its answer, whatever the quota.
    if (found.isNew) await checkRecordQuota(deps, tx, runnerId)
    return found
  })
  const { orderId, differences, hash, isNew } = recorded
  const result: WorkResult = {
    outcome: 'recorded',
    hash,
    ...(orderId !== undefined && { order_id: orderId }),
    ...(differences?.length && { differences }),
  }
  if (isNew) await countRecordBytes(deps, runnerId, { sent: item, answer: JSON.stringify(result) })
  return { result, isNew }
}

async function recordWithPhotos(
  tx: Tx,
  deps: Deps,
  own: OwnWork,
  photoUrls: SentWork['photo_urls'],
): Promise<RecordedWork> {
  const found = await recordWork(tx, deps, own)
  if (!photoUrls) return found
  const isLinked = await linkPhotos(tx, deps, own, { ...found, photoUrls })
  return { ...found, isNew: found.isNew || isLinked }
}

function toResult(refusal: AppError): WorkResult {
  const { status, code, message, fields, retryAfterSeconds } = refusal
  return {
    outcome: 'not-recorded',
    status,
    ...(retryAfterSeconds !== undefined && { retry_after_s: retryAfterSeconds }),
    ...(refusal instanceof ChangedByOffice && { office: refusal.office }),
    error: { code, message, ...(fields && { fields }) },
  }
}
