/** Tells a phone what the server still has of what it acknowledged. */
import type {
  ReconciledItem,
  ReconciliationReply,
  ReconciliationResult,
  Unsent,
} from '@veni/domain/api/reconciliation'
import type { Tx } from '../db/client.ts'
import { readEpoch } from '../db/epoch.ts'
import type { Deps } from '../deps.ts'
import {
  findPhotoHashes,
  type FoundWork,
  listPhones,
  lockWork,
  readDigest,
  type RunnerPhone,
  storeContact,
  storeSender,
} from './store.ts'

interface Question extends RunnerPhone {
  readonly unsent: Unsent
  readonly items: readonly ReconciledItem[]
}

/**
 * Stores what the phone reports, answers what the server has of each item, and stores for each item that is sent as a
 * whole that this phone has sent it: the digest counts it from now on.
 */
export async function reconcile(
  tx: Tx,
  { now, config }: Pick<Deps, 'now' | 'config'>,
  question: Question,
): Promise<ReconciliationReply> {
  const { runnerId, unsent, items } = question
  await storeContact(tx, question, { unsent, now: now() })
  const ids = items.map(({ id }) => id)
  const found = new Map((await lockWork(tx, runnerId, ids)).map((work) => [work.id, work]))
  const hashes = await findPhotoHashes(
    tx,
    runnerId,
    items.flatMap(({ photos }) => photos),
  )
  await storeSenders(tx, question, found)
  return {
    epoch: await readEpoch(tx),
    at: now().toISOString(),
    digest: await readDigest(tx, question),
    results: items.map((item) => toResult(item, found.get(item.id), hashes)),
    photo_days: config.sentPhotoDays,
  }
}

async function storeSenders(
  tx: Tx,
  { items, phoneId }: Question,
  found: ReadonlyMap<string, FoundWork>,
): Promise<void> {
  for (const { id, photos, is_sent } of items) {
    const work = found.get(id)
    if (work && is_sent)
      await storeSender(tx, { phoneId, id, photoHashes: work.isErased ? [] : photos })
  }
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

/** What the phones last reported. A phone that is silent with unsent work may be lost or broken. */
export function listPhonesForOffice(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { isUnsent, silentHours }: { readonly isUnsent: boolean; readonly silentHours: number },
) {
  const before = new Date(now().getTime() - silentHours * 3_600_000)
  return listPhones(db, { isUnsent, before })
}
