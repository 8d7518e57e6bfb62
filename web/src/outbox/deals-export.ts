/**
 * Writes all unsent work of a runner with its photos into one file. The office imports it when the phone cannot send it
 * (`npm run ops -- import deals FILE`). The export changes nothing on the phone.
 */
import { toSettlementWork, type DealOf } from '@veni/domain/deal'
import { DEALS_FILE_FORMAT, DEALS_FILE_VERSION, type ExportedPhoto } from '@veni/domain/deal/file'
import * as v from 'valibot'
import { toBase64 } from '../lib/bytes.ts'
import { reportProblem } from '../lib/report.ts'
import { storage } from '../storage/phone-storage.ts'
import { listDeals } from './stores/deal-store.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { listEntries } from './stores/entry-store.ts'
import { listStayingDeals } from './counts.ts'
import { findPhoto, readPhoto, type StoredPhoto } from './stores/photo-store.ts'

/** A phone can share a text file. It cannot share a file of a type that it does not know. */
const FILE_TYPE = 'text/plain'

export async function exportDeals(owner: string): Promise<File> {
  const now = new Date().toISOString()
  const entries: unknown[] = [
    ...(await readStoredRows(owner)),
    ...(await listStayingSettlements(owner)),
  ]
  const head = {
    format: DEALS_FILE_FORMAT,
    version: DEALS_FILE_VERSION,
    exported_at: now,
    owner,
    entries,
  }
  // A Blob moves each encoded photo out of the page's memory, in which fifty photos do not fit.
  const parts: BlobPart[] = [`${JSON.stringify(head).slice(0, -1)},"photos":[`]
  const ids = new Set(entries.flatMap(findPhotoIds))
  let separator = ''
  for (const id of ids) {
    // A photo that cannot be read must not stop the export; the import reports that it is missing.
    const photo = await readPhoto(id).catch((error: unknown) =>
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

/** The rows as they are stored, also those that this release cannot read. */
async function readStoredRows(owner: string): Promise<unknown[]> {
  const rows = await storage.outbox.getAllUnparsed()
  return rows.filter((row) => v.is(v.object({ owner: v.literal(owner) }), row))
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

/** Settlements that a plain portal had no call for. No entry sends them, and only this phone has them. */
async function listStayingSettlements(owner: string): Promise<OutboxEntry[]> {
  // `listDeals` waits for a restore. After it the restored entries can be listed, too.
  const deals = await listDeals(owner)
  const entries = await listEntries(owner)
  const settlements = listStayingDeals(entries, deals).filter((deal) => deal.kind === 'settlement')
  return Promise.all(settlements.map(toEntry))
}

async function toEntry({
  record,
  owner,
  visitId,
  customerId,
  createdAt,
}: DealOf<'settlement'>): Promise<OutboxEntry> {
  const packet = await findPhoto(owner, visitId, 'packet')
  const isOnlyHere = record.hair_photo_url.startsWith('blob:')
  const settlement = { ...record, ...(isOnlyHere && { hair_photo_url: '' }) }
  const work = toSettlementWork(settlement, packet)
  return newEntry({ id: visitId, owner, visitId, customerId, createdAt, work })
}
