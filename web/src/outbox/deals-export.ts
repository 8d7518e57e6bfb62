/**
 * Writes all unsent work of the signed-in runner with its photos into one file. The office imports it when the phone cannot send it
 * (`npm run ops -- import deals FILE`). The export changes nothing on the phone.
 */
import {
  DEALS_FILE_FORMAT,
  DEALS_FILE_VERSION,
  UNREADABLE_FILE_VERSION,
  type ExportedPhoto,
  type ExportedRow,
} from '@veni/domain/deal/file'
import * as v from 'valibot'
import { toBase64 } from '../lib/bytes.ts'
import { reportProblem } from '../lib/report.ts'
import { storage } from '../storage/phone-storage.ts'
import { listDeals } from './stores/deal-store.ts'
import { outboxEntrySchema, type OutboxEntry } from './entry.ts'
import { fieldOf, listUnreadable, type UnreadableRow } from './find-unreadable.ts'
import { listEntries } from './stores/entry-store.ts'
import { listStayingDeals } from './counts.ts'
import { rebuildEntry } from './rebuild-entry.ts'
import { readPhotoToSend, type StoredPhoto } from './stores/photo-store.ts'

/** A phone can share a text file. It cannot share a file of a type that it does not know. */
const FILE_TYPE = 'text/plain'

export async function exportDeals(owner: string): Promise<File> {
  const now = new Date().toISOString()
  const unreadable = (await listUnreadable()).filter(({ countsAs }) => countsAs === 'attention')
  const entries: unknown[] = [
    ...(await readStoredRows(owner)),
    ...(await makeMissingEntries(owner, unreadable)),
  ]
  const rows = await exportRows(unreadable)
  const head = {
    format: DEALS_FILE_FORMAT,
    version: rows.length > 0 ? UNREADABLE_FILE_VERSION : DEALS_FILE_VERSION,
    exported_at: now,
    owner,
    entries,
    ...(rows.length > 0 && { unreadable: rows }),
  }
  // A Blob moves each encoded photo out of the page's memory, in which fifty photos do not fit.
  const parts: BlobPart[] = [`${JSON.stringify(head).slice(0, -1)},"photos":[`]
  const ids = new Set([...entries.flatMap(findPhotoIds), ...(await findPhotosOf(unreadable))])
  let separator = ''
  for (const id of ids) {
    // A photo that cannot be read must not stop the export; the import reports that it is missing.
    const photo = await readPhotoToSend(id).catch((error: unknown) =>
      reportProblem('Photo not exported', error),
    )
    // The phone deletes the bytes when the server has them.
    if (!photo?.bytes) continue
    const { bytes } = photo
    parts.push(separator, new Blob([JSON.stringify(await exportPhoto({ ...photo, bytes }))]))
    separator = ','
  }
  parts.push(']}')
  return new File(parts, `veni-deals-${owner}-${now.slice(0, 10)}.txt`, { type: FILE_TYPE })
}

/** The entries as they are stored: a newer release may have added fields. */
async function readStoredRows(owner: string): Promise<unknown[]> {
  const rows = await storage.outbox.getAllUnparsed()
  return rows
    .map(([, row]) => row)
    .filter((row) => v.is(outboxEntrySchema, row) && row.owner === owner)
}

/** The rows that the app cannot read, and the deal of each entry among them, which may be whole. */
async function exportRows(unreadable: readonly UnreadableRow[]): Promise<ExportedRow[]> {
  const rows: ExportedRow[] = []
  for (const { collection, key, owner = null, row } of unreadable) {
    rows.push({ collection, key, owner, row: toJsonValue(row) })
    const deal = collection === 'outbox' ? await storage.deals.getUnparsed(key) : undefined
    if (deal !== undefined) rows.push({ collection: 'deals', key, owner, row: toJsonValue(deal) })
  }
  return rows
}

/** A damaged row may have what JSON has no form for. It must not stop the export. */
function toJsonValue(row: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(row, writeBigInt) ?? 'null')
  } catch {
    return String(row)
  }
}

const writeBigInt = (_name: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value

/** The ids of the photos of these visits: what a damaged row says of its photos may be damaged, too. */
async function findPhotosOf(unreadable: readonly UnreadableRow[]): Promise<string[]> {
  if (unreadable.length === 0) return []
  const visitIds = new Set(unreadable.flatMap(({ key, row }) => [key, fieldOf(row, 'visitId')]))
  const ids = await storage.photos.getKeys()
  return ids.filter((id) => visitIds.has(id.split('.')[0]))
}

const withPhotos = v.object({
  work: v.object({ photos: v.array(v.object({ id: v.string() })) }),
})

function findPhotoIds(entry: unknown): string[] {
  return v.is(withPhotos, entry) ? entry.work.photos.map(({ id }) => id) : []
}

async function exportPhoto(
  photo: StoredPhoto & { readonly bytes: ArrayBuffer },
): Promise<ExportedPhoto> {
  return {
    id: photo.id,
    visit_id: photo.visitId,
    role: photo.role,
    type: photo.type,
    sha256: photo.sha256,
    taken_at: new Date(photo.takenAt).toISOString(),
    base64: await toBase64(photo.bytes),
  }
}

/**
 * Of the deals that no entry sends: settlements that a plain portal had no call for, and deals of which the phone has lost
 * the entry. A payment that a plain portal would get twice is among the unreadable rows.
 */
async function makeMissingEntries(
  owner: string,
  unreadable: readonly UnreadableRow[],
): Promise<OutboxEntry[]> {
  // `listDeals` waits for a restore. After it the restored entries can be listed, too.
  const deals = await listDeals(owner)
  const entries = await listEntries(owner)
  return Promise.all(listStayingDeals(entries, deals, unreadable).map(rebuildEntry))
}
