/** Outbox entries in the phone's database. */
import * as v from 'valibot'
import { phoneDatabase } from '../storage/database.ts'
import { changePhone, writePhone, type PhoneWrite } from '../storage/write-phone.ts'
import { outboxEntrySchema, type OutboxEntry } from './entry.ts'

/** An owner's entries, oldest first. Rows this release cannot read are left where they are, never deleted. */
export async function listEntries(owner: string): Promise<OutboxEntry[]> {
  const rows = await (await phoneDatabase()).getAll('outbox')
  return rows
    .flatMap((row) => {
      const parsed = v.safeParse(outboxEntrySchema, row)
      return parsed.success ? [parsed.output] : []
    })
    .filter((entry) => entry.owner === owner)
    .toSorted((a, b) => a.createdAt - b.createdAt)
}

export async function readEntry(id: string): Promise<OutboxEntry | undefined> {
  const parsed = v.safeParse(outboxEntrySchema, await (await phoneDatabase()).get('outbox', id))
  return parsed.success ? parsed.output : undefined
}

/** Stores an entry together with what belongs to it, all or nothing. */
export async function putEntry(entry: OutboxEntry, ...more: readonly PhoneWrite[]): Promise<void> {
  await writePhone([{ store: 'outbox', key: entry.id, value: entry }, ...more])
}

/**
 * Changes an entry as it is stored now, in one transaction: of two senders that want it one gets it.
 * @param change returns undefined to leave it as it is
 * @returns what was stored; undefined when the entry is gone or was left as it is
 */
export function changeEntry(
  id: string,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Promise<OutboxEntry | undefined> {
  return changePhone(['outbox'], async (rows) => {
    const parsed = v.safeParse(outboxEntrySchema, await rows.get('outbox', id))
    const changed = parsed.success ? change(parsed.output) : undefined
    if (changed) await rows.put('outbox', id, changed)
    return changed
  })
}

export async function removeEntry(id: string): Promise<void> {
  await writePhone([{ store: 'outbox', key: id, value: undefined }])
}
