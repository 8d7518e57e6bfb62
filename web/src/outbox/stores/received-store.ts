/** What the phone stores when the server has acknowledged every step of an entry. */
import type { Deal } from '@veni/domain/deal'
import { storage } from '../../storage/phone-storage.ts'
import type { Rows } from '../../storage/transaction.ts'
import { isDealEntry, type OutboxEntry } from '../entry.ts'
import { markOrderReceived, whenOrdersRestored } from './single-order-store.ts'

/**
 * Records the deals of the entries as received and removes the entries, in one transaction. An entry that the comparison
 * has put back since its sender took it stays as it is: the server has lost what it acknowledged to this sender.
 * @param now ms since 1970
 */
export async function storeReceived(entries: readonly OutboxEntry[], now: number): Promise<void> {
  if (entries.some(({ work }) => work.kind === 'single-order')) await whenOrdersRestored()
  const deletes = entries.map(({ id }) => ({ collection: 'outbox', key: id }))
  await storage.change(
    ['outbox', 'deals', 'visits'],
    async ({ outbox, deals, visits }) => {
      for (const entry of entries) {
        const stored = await outbox.get(entry.id)
        if (stored && stored.takenBackAt !== entry.takenBackAt) continue
        await markDeal(entry, now, deals)
        if (entry.work.kind === 'single-order') await markOrderReceived(entry, visits)
        await outbox.delete(entry.id)
      }
    },
    { deletes },
  )
}

async function markDeal(entry: OutboxEntry, receivedAt: number, deals: Rows<Deal>): Promise<void> {
  const { visitId, work, differences, staysHere } = entry
  // A plain portal has the order of a cash payment. It has nothing of a settlement, which therefore is not received.
  const isReceived = isDealEntry(entry) && !(work.kind === 'settlement' && staysHere)
  const deal = visitId && isReceived ? await deals.get(visitId) : undefined
  if (deal)
    await deals.put(deal.visitId, { ...deal, receivedAt, ...(differences && { differences }) })
}
