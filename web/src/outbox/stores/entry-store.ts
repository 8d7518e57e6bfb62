import { storage, type StorageWrite } from '../../storage/phone-storage.ts'
import type { OutboxEntry } from '../entry.ts'

/** An owner's entries as they are stored now, oldest first. Does not wait for a restore, because a tap must not. */
export async function listEntries(owner: string): Promise<OutboxEntry[]> {
  const all = await storage.read(['outbox'], ({ outbox }) => outbox.getEntries())
  const entries = all.map(([, entry]) => entry)
  return entries
    .filter((entry) => entry.owner === owner)
    .toSorted((a, b) => a.createdAt - b.createdAt)
}

export const readEntry = (id: string): Promise<OutboxEntry | undefined> => storage.outbox.get(id)

/** Stores an entry and further rows in one transaction. */
export const storeEntry = (entry: OutboxEntry, ...more: readonly StorageWrite[]): Promise<void> =>
  storage.write([{ collection: 'outbox', key: entry.id, row: entry }, ...more])

/**
 * Changes an entry as it is stored now, in one transaction, so that only one of two senders can take it.
 * @param change returns undefined to leave it as it is
 * @returns what was stored; undefined when the entry is gone or was left as it is
 */
export const changeEntry = (
  id: string,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Promise<OutboxEntry | undefined> => storage.outbox.change(id, change)

export const deleteEntry = (id: string): Promise<void> => storage.outbox.delete(id)
