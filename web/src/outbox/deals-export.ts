/**
 * All unsent work of a runner with its photos in one file, for the office to import when the phone cannot send it
 * (`npm run ops -- import deals FILE`). Nothing is changed on the phone.
 */
import type { DealOf } from '@veni/domain/deal'
import type { PhotoRole } from '@veni/domain/photo'
import { DEALS_FILE_FORMAT, DEALS_FILE_VERSION, type ExportedPhoto } from '@veni/domain/deal/file'
import * as v from 'valibot'
import { toBase64 } from '../lib/base64.ts'
import { reportProblem } from '../lib/report.ts'
import { storage } from '../storage/phone-storage.ts'
import { listDeals } from './stores/deal-store.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { listEntries } from './stores/entry-store.ts'
import { staying } from './counts.ts'
import { findPhoto, readPhoto, type StoredPhoto } from './stores/photo-store.ts'

/** Phones share texts, but no file of a type they do not know. */
const FILE_TYPE = 'text/plain'

export async function exportDeals(owner: string): Promise<File> {
  const now = new Date().toISOString()
  const entries: unknown[] = [...(await storedRows(owner)), ...(await unsentDeals(owner))]
  const head = {
    format: DEALS_FILE_FORMAT,
    version: DEALS_FILE_VERSION,
    exported_at: now,
    owner,
    entries,
  }
  // A Blob moves each photo out of the page's memory as soon as it is encoded: fifty would not fit into it.
  const parts: BlobPart[] = [`${JSON.stringify(head).slice(0, -1)},"photos":[`]
  const ids = new Set(entries.flatMap(photoIds))
  let separator = ''
  for (const id of ids) {
    // A photo that cannot be read must not stop the export; the import reports that it is missing.
    const photo = await readPhoto(id).catch((error: unknown) =>
      reportProblem('Photo not exported', error),
    )
    // Without bytes the server has it already.
    if (!photo?.bytes) continue
    const { bytes } = photo
    parts.push(separator, new Blob([JSON.stringify(await exported({ ...photo, bytes }))]))
    separator = ','
  }
  parts.push(']}')
  return new File(parts, `veni-deals-${owner}-${now.slice(0, 10)}.txt`, { type: FILE_TYPE })
}

/** As they are stored, those that this release cannot read too. */
async function storedRows(owner: string): Promise<unknown[]> {
  const rows = await storage.outbox.getAllUnparsed()
  return rows.filter((row) => v.is(v.object({ owner: v.literal(owner) }), row))
}

const withPhotos = v.object({
  work: v.object({ photos: v.array(v.object({ id: v.string() })) }),
})

function photoIds(entry: unknown): string[] {
  return v.is(withPhotos, entry) ? entry.work.photos.map(({ id }) => id) : []
}

async function exported(
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

/** Settlements that a plain portal had no call for: nothing sends them any more, and only this phone has them. */
async function unsentDeals(owner: string): Promise<OutboxEntry[]> {
  // The list of the deals waits for a restore: the entries are there after it, too.
  const deals = await listDeals(owner)
  const entries = await listEntries(owner)
  const settlements = staying(entries, deals).filter((deal) => deal.kind === 'settlement')
  return Promise.all(settlements.map(toEntry))
}

async function toEntry({
  record,
  owner,
  visitId,
  customerId,
  createdAt,
}: DealOf<'settlement'>): Promise<OutboxEntry> {
  const role: PhotoRole = 'packet'
  const photo = await findPhoto(owner, visitId, role)
  const photos = photo ? [{ id: photo.id, role }] : []
  const isOnlyHere = record.hair_photo_url.startsWith('blob:')
  const settlement = { ...record, ...(isOnlyHere && { hair_photo_url: '' }) }
  const work = { kind: 'settlement', settlement, photos } as const
  return newEntry({ id: visitId, owner, visitId, customerId, createdAt, work })
}
