/** Deals that no entry sends: the phone has lost the entry, or the row that says that the deal is received. */
import {
  MOST_RECONCILED_ITEMS,
  type ReconciledItem,
  type ReconciliationReply,
} from '@veni/domain/api/reconciliation'
import type { Deal } from '@veni/domain/deal'
import type { PhotoRole } from '@veni/domain/photo'
import { MOST_PHOTOS } from '@veni/domain/work'
import * as v from 'valibot'
import { inSlices } from '../../lib/in-slices.ts'
import { photoIdStart } from '../../storage/collections/photos.ts'
import { storage } from '../../storage/phone-storage.ts'
import type { EntryHead } from '../entry.ts'
import { listUnreceivedDeals } from '../stores/unreceived-deals.ts'

interface StrandedDeps {
  readonly ask: (items: readonly ReconciledItem[]) => Promise<ReconciliationReply>
  /** Rejects when another runner has signed in. */
  readonly requireOwner: () => Promise<void>
  /** Runs while no sign-out seals or deletes rows: what came after it would stay readable. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  /** `now` in ms since 1970. */
  readonly clock: { readonly now: () => number }
}

/**
 * Marks those as received that the server has with all their photos. The others stay as they are: the phone does not have
 * what would send them.
 * @param entries all of the owner
 * @returns how many are received
 */
export async function receiveStranded(
  owner: string,
  entries: readonly EntryHead[],
  deps: StrandedDeps,
): Promise<number> {
  const sending = new Set(entries.flatMap(({ id, visitId = id }) => [id, visitId]))
  const { unreceived } = await listUnreceivedDeals(owner, sending)
  let received = 0
  for (const some of inSlices(await listQuestions(unreceived), MOST_RECONCILED_ITEMS)) {
    const { results } = await deps.ask(some)
    const isThere = (_: unknown, at: number) =>
      results[at]?.state === 'recorded' && results[at].missing_photos.length === 0
    const visitIds = some.filter(isThere).map(({ id }) => id)
    await deps.alone(async () => {
      await deps.requireOwner()
      await storeAllReceived(visitIds, deps)
    })
    received += visitIds.length
  }
  return received
}

/** Without those that no server has, and those of which a photo is gone: nothing could show that the server has it. */
async function listQuestions(deals: readonly Deal[]): Promise<readonly ReconciledItem[]> {
  const questions: ReconciledItem[] = []
  for (const deal of deals) {
    const photos = await listPhotoHashes(deal)
    if (!deal.isDemo && v.is(uuid, deal.visitId) && photos)
      questions.push({ id: deal.visitId, photos, is_sent: false })
  }
  return questions
}

const uuid = v.pipe(v.string(), v.uuid())

/** @returns undefined unless the phone has a photo of each role of the deal */
async function listPhotoHashes({ visitId, record }: Deal): Promise<string[] | undefined> {
  const hasReceipt = 'cash_receipt_url' in record && record.cash_receipt_url !== ''
  const roles: readonly PhotoRole[] = hasReceipt ? ['packet', 'receipt'] : ['packet']
  const hashes: string[] = []
  for (const role of roles) {
    const photos = await storage.photos.getAll(photoIdStart(visitId, role))
    if (photos.length === 0 || photos.some(({ sha256 }) => sha256 === '')) return undefined
    hashes.push(...photos.map(({ sha256 }) => sha256))
  }
  return hashes.length > MOST_PHOTOS ? undefined : hashes
}

const storeAllReceived = (visitIds: readonly string[], { clock }: StrandedDeps) =>
  storage.change(['outbox', 'deals'], async ({ outbox, deals }) => {
    for (const visitId of visitIds) {
      const deal = await deals.get(visitId)
      // Its entry may have come back since: the sender then marks the deal.
      if (!deal || (await outbox.has(visitId))) continue
      await deals.put(visitId, { ...deal, receivedAt: clock.now() })
    }
  })
