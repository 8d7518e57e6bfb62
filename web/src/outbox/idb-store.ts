/** Outbox entries in the phone's database. */
import * as v from 'valibot'
import { phoneDatabase, writePhone, type PhoneWrite } from '../lib/database.ts'
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

export async function removeEntry(id: string): Promise<void> {
  await writePhone([{ store: 'outbox', key: id, value: undefined }])
}
