/** What the phone had before the browser took its storage away, as the office last heard of it (decision 45). */
import type { LostItem, LostWork } from '@veni/domain/api/reconciliation'
import { storage } from '../../storage/phone-storage.ts'
import { isLeft } from '../../storage/restore-runs.ts'
import { nameOf, sealedStorage } from '../../storage/sealed/sealed-rows.ts'
import type { SentRows } from './sent-rows-of.ts'

/** @returns the losses without what this phone has itself: the server may have lost that, or only a part is gone here */
export async function findOwnLosses(
  owner: string,
  rows: SentRows,
  losses: readonly LostWork[] = [],
): Promise<LostWork[]> {
  if (losses.length === 0) return []
  // What the second copy brings back is not lost, also when the phone is too full for it now.
  const restored = await storage.whenRestored('outbox')
  const isHere = async (item: LostItem) =>
    isLeft(restored, 'outbox', item.id) || (await hasWork(item, rows))
  const own: LostWork[] = []
  for (const loss of losses) {
    const items: LostItem[] = []
    for (const item of loss.items) if (!(await isHere(item))) items.push(item)
    const isLost = loss.items.length > 0 ? items.length > 0 : !(await hasDeals(owner))
    if (isLost) own.push({ ...loss, items })
  }
  return own
}

/** It waits here, also sealed, or it was sent, and is put back when the server has lost it. */
const hasWork = async ({ id }: LostItem, rows: SentRows) =>
  (await storage.outbox.has(id)) ||
  (await rows.hasEntry(id)) ||
  sealedStorage.rows.has(nameOf({ publicKey: rows.publicKey, collection: 'outbox', key: id }))

/** A phone with deals has not lost its storage. */
const hasDeals = (owner: string): Promise<boolean> =>
  storage.read(['deals'], async ({ deals }) => (await deals.getKeysBy('all', owner)).length > 0)
