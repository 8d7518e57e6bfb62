/** What the phone stores when the server has acknowledged every step of an entry. */
import { storage, type StorageWrite } from '../../storage/phone-storage.ts'
import { isDealEntry, type OutboxEntry } from '../entry.ts'
import { dealChange } from './deal-store.ts'
import { receivedOrderWrite, whenOrdersRestored } from './single-order-store.ts'

/**
 * Records the deals of the entries as received and removes the entries, in one transaction.
 * @param now ms since 1970
 */
export async function storeReceived(entries: readonly OutboxEntry[], now: number): Promise<void> {
  if (entries.some(({ work }) => work.kind === 'single-order')) await whenOrdersRestored()
  await storage.write(entries.flatMap((entry) => listWrites(entry, now)))
}

function listWrites(entry: OutboxEntry, receivedAt: number): StorageWrite[] {
  const { id, visitId, work, differences, staysHere } = entry
  // A plain portal has the order of a cash payment. It has nothing of a settlement, which therefore is not received.
  const isReceived = isDealEntry(entry) && !(work.kind === 'settlement' && staysHere)
  const toReceived = { receivedAt, ...(differences && { differences }) }
  return [
    ...(visitId && isReceived ? [dealChange(visitId, (deal) => ({ ...deal, ...toReceived }))] : []),
    ...(work.kind === 'single-order' ? [receivedOrderWrite(entry)] : []),
    { collection: 'outbox', key: id, row: undefined },
  ]
}
