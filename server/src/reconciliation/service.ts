/** Tells a phone what the server still has of what it acknowledged. */
import type {
  ReconciledItem,
  ReconciliationReply,
  ReconciliationResult,
} from '@veni/domain/api/reconciliation'
import type { Tx } from '../db/client.ts'
import { readEpoch } from '../db/epoch.ts'
import { transactIn } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { AppError, OperatorError } from '../errors.ts'
import {
  findDealVisits,
  findPhotoHashes,
  hasTooMany,
  type FoundWork,
  lockWork,
  readDigest,
  type SentItem,
  storeSenders,
} from './store.ts'
import { listLostOf, type PhoneReport, receiveReport } from './lost-work.ts'
import { deletePhones, listPhones } from './phones-store.ts'

interface Question extends PhoneReport {
  readonly items: readonly ReconciledItem[]
}

/**
 * Stores what the phone reports, answers what the server has of each item, and stores for each item that is sent as a
 * whole that this phone has sent it: the digest counts it from now on. Throws `AppError` when that is too much.
 */
export async function reconcile(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'config' | 'photoStore'>,
  question: Question,
): Promise<ReconciliationReply> {
  const { now, config } = deps
  const { runnerId, items } = question
  const ids = items.map(({ id }) => id)
  const found = new Map((await lockWork(tx, runnerId, ids)).map((work) => [work.id, work]))
  const hashes = await findPhotoHashes(
    tx,
    runnerId,
    items.flatMap(({ photos }) => photos),
  )
  const dealVisits = await findDealVisits(
    tx,
    runnerId,
    ids.filter((id) => !found.has(id)),
  )
  await storeSenders(tx, question, listSent(items, found))
  if (await hasTooMany(tx, question))
    throw new AppError('too-large', 'This phone has sent too much to be compared.')
  // Last: what the phone has sent is not lost.
  const lost = await receiveReport(tx, deps, question)
  return {
    epoch: await readEpoch(tx),
    at: now().toISOString(),
    digest: await readDigest(tx, question),
    results: items.map((item) => ({
      ...toResult(item, found.get(item.id), hashes),
      ...(dealVisits.has(item.id) && { has_deal: true }),
    })),
    photo_days: config.sentPhotoDays,
    ...(lost.length > 0 && { lost }),
  }
}

function listSent(
  items: readonly ReconciledItem[],
  found: ReadonlyMap<string, FoundWork>,
): SentItem[] {
  return items.flatMap(({ id, photos, is_sent }) => {
    const work = found.get(id)
    return work && is_sent ? [{ id, photoHashes: photos, isErased: work.isErased }] : []
  })
}

function toResult(
  { photos }: ReconciledItem,
  work: FoundWork | undefined,
  hashes: ReadonlySet<string>,
): ReconciliationResult {
  const missing = photos.filter((photo) => !hashes.has(photo))
  if (!work) return { state: 'missing', missing_photos: missing }
  const { hash } = work
  if (work.isErased) return { state: 'erased', hash, missing_photos: [] }
  return { state: 'recorded', hash, missing_photos: missing }
}

/**
 * What the phones last reported, and what they have lost. A phone that is silent with unsent work may be lost or broken.
 */
export async function listPhonesForOffice(
  deps: Pick<Deps, 'db' | 'now' | 'photoStore'>,
  { isUnsent, silentHours }: { readonly isUnsent: boolean; readonly silentHours: number },
) {
  const before = new Date(deps.now().getTime() - silentHours * 3_600_000)
  const rows = await listPhones(deps.db, { isUnsent, before })
  const lost = await listLostOf(
    deps,
    rows.map(({ phone }) => phone),
  )
  return rows.map((row, at) => ({ ...row, lost: lost[at] ?? [] }))
}

/**
 * Removes a phone from the list: it is gone, or what it lost is settled. Throws `OperatorError` unless one phone has such
 * an id. @param start the first characters of the id
 */
export async function removePhone({ db }: Pick<Deps, 'db'>, start: string): Promise<void> {
  await transactIn(db)(async (tx) => {
    const removed = await deletePhones(tx, start)
    if (removed.length === 0) throw new OperatorError(`There is no phone ${start}.`)
    // The list shows the first characters only.
    if (removed.length > 1)
      throw new OperatorError(
        `${removed.length} phones begin with ${start}: ${removed.join(', ')}. Name one of them.`,
      )
  })
}
