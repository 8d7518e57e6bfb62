/** What the phone stores when the server has acknowledged every step of an entry. */
import type { Deal } from '@veni/domain/deal'
import type { ChangeOptions } from '../../storage/engine.ts'
import { storage } from '../../storage/phone-storage.ts'
import type { Rows } from '../../storage/transaction.ts'
import { isDealEntry, type OutboxEntry } from '../entry.ts'
import { putLostDeal } from './lost-deals.ts'
import { markOrderReceived, whenOrdersRestored } from './single-order-store.ts'

/**
 * Records the deals of the entries as received and removes the entries, in one transaction. An entry that the comparison
 * has put back since its sender took it stays as it is: the server has lost what it acknowledged to this sender.
 * @param now ms since 1970
 */
export async function storeReceived(entries: readonly OutboxEntry[], now: number): Promise<void> {
  if (entries.some(({ work }) => work.kind === 'single-order')) await whenOrdersRestored()
  await storage.change(
    ['outbox', 'deals', 'visits'],
    async ({ outbox, deals, visits }) => {
      for (const entry of entries) {
        const stored = await outbox.get(entry.id)
        if (stored && stored.takenBackAt !== entry.takenBackAt) continue
        // A sign-out seals the deal with its entry: without the entry, the deal must not be written again.
        if (stored) await putLostDeal(stored, deals)
        await markDeal(entry, now, deals)
        if (entry.work.kind === 'single-order') await markOrderReceived(entry, visits)
        // A database that has lost the entry may have lost the deal, too: the copies of both bring them back.
        if (stored) await outbox.delete(entry.id)
      }
    },
    toDeletions(entries),
  )
}

/**
 * The copy of an entry stays until the copy of its deal says that it is received. Otherwise a browser that loses the
 * database in between has an unsent deal that no entry sends.
 */
function toDeletions(entries: readonly OutboxEntry[]): ChangeOptions {
  return {
    deletes: entries.filter((entry) => !toEnd(entry)).map(toName),
    ends: entries.map(toEnd).filter((end) => end !== undefined),
  }
}

function toName({ id }: OutboxEntry) {
  return { collection: 'outbox', key: id }
}

function toEnd(entry: OutboxEntry) {
  return isDealReceived(entry) && entry.visitId !== undefined
    ? { ...toName(entry), endedBy: { collection: 'deals', key: entry.visitId } }
    : undefined
}

/** A plain portal has the order of a cash payment. It has nothing of a settlement, which therefore is not received. */
const isDealReceived = (entry: OutboxEntry): boolean =>
  isDealEntry(entry) && !(entry.work.kind === 'settlement' && entry.staysHere)

async function markDeal(entry: OutboxEntry, receivedAt: number, deals: Rows<Deal>): Promise<void> {
  const { visitId, differences } = entry
  const deal = visitId && isDealReceived(entry) ? await deals.get(visitId) : undefined
  if (deal)
    await deals.put(deal.visitId, { ...deal, receivedAt, ...(differences && { differences }) })
}
