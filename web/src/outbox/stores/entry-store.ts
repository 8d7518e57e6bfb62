import * as v from 'valibot'
import { inSlices } from '../../lib/in-slices.ts'
import { storage, type StorageWrite } from '../../storage/phone-storage.ts'
import { outboxEntrySchema, toHead, type EntryHead, type OutboxEntry } from '../entry.ts'

/** An owner's entries as they are stored now, oldest first. Does not wait for a restore, because a tap must not. */
export const listEntries = (owner: string): Promise<OutboxEntry[]> => list(owner, (entry) => entry)

/** As `listEntries`: only the heads are in the memory together. */
export const listHeads = (owner: string): Promise<EntryHead[]> => list(owner, toHead)

async function list<T extends EntryHead>(
  owner: string,
  toListed: (entry: OutboxEntry) => T,
): Promise<T[]> {
  const listed: T[] = []
  await storage.outbox.forEach((entry) => {
    if (entry.owner === owner) listed.push(toListed(entry))
  })
  return listed.toSorted((a, b) => a.createdAt - b.createdAt)
}

/** Of all owners, also of entries that this release cannot read. */
export const listIds = (): Promise<readonly string[]> => storage.outbox.getKeys()

/** The heads of those entries that are still stored. */
export async function readHeads(ids: readonly string[]): Promise<EntryHead[]> {
  const heads: EntryHead[] = []
  for (const some of inSlices(ids, READ_TOGETHER)) {
    const read = await storage.read(['outbox'], ({ outbox }) => Promise.all(some.map(outbox.get)))
    for (const entry of read) if (entry) heads.push(toHead(entry))
  }
  return heads
}

const READ_TOGETHER = 50

export const readEntry = (id: string): Promise<OutboxEntry | undefined> => storage.outbox.get(id)

/**
 * Stores an entry after all others of its owner, and further rows, in one transaction. An entry that could not be read
 * again is not stored: it would never be sent, and its screen would take it for received.
 * @param requireOwner called in the transaction; when it throws, nothing is stored
 */
export async function storeEntry(
  entry: OutboxEntry,
  more: readonly StorageWrite[] = [],
  requireOwner = () => {},
): Promise<void> {
  v.assert(outboxEntrySchema, entry)
  const make = (outbox: OutboxRows) => {
    requireOwner()
    return placeLast(entry, outbox)
  }
  await storage.write([{ collection: 'outbox', key: entry.id, make }, ...more])
}

interface OutboxRows {
  readonly has: (id: string) => Promise<boolean>
  readonly getLastBy: (index: string, owner: string) => Promise<readonly unknown[] | undefined>
}

/** Work is sent in the order in which it was done, also when the phone's clock was set back in between. */
export async function placeLast(entry: OutboxEntry, outbox: OutboxRows): Promise<OutboxEntry> {
  if (await outbox.has(entry.id)) return entry
  const last = (await outbox.getLastBy('order', entry.owner))?.[1]
  return typeof last === 'number' && entry.createdAt <= last
    ? { ...entry, createdAt: last + 1 }
    : entry
}

/**
 * Changes an entry as it is stored now, in one transaction, so that only one of two senders can take it.
 * @param change returns undefined to leave it as it is
 * @returns what was stored; undefined when the entry is gone or was left as it is
 */
export async function changeEntry(
  id: string,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Promise<OutboxEntry | undefined> {
  const [changed] = await changeEntries([id], change)
  return changed
}

/** As `changeEntry`, for several entries in their order. A lease needs no copy and no sync: a lost one only ends early. */
export const changeEntries = (
  ids: readonly string[],
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
  { isLease = false }: { readonly isLease?: boolean } = {},
): Promise<OutboxEntry[]> =>
  storage.change(
    ['outbox'],
    async ({ outbox }) => {
      const stored = await Promise.all(ids.map(outbox.get))
      const changed = stored.flatMap((entry) => (entry && change(entry)) ?? [])
      await Promise.all(changed.map((entry) => outbox.put(entry.id, entry)))
      return changed
    },
    isLease ? { isUncopied: true, durability: 'relaxed' } : {},
  )

export const deleteEntry = (id: string): Promise<void> => storage.outbox.delete(id)
