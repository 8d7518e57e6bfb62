import type { Deal } from '@veni/domain/deal'
import type { CashPayment } from '@veni/domain/deal/record'
import { toWork } from '@veni/domain/deal/damaged/to-work'
import type { PhotoRole } from '@veni/domain/photo'
import { findPhotoUrl } from '../api/photo-address.ts'
import { reportProblem } from '../lib/report.ts'
import { photoIdStart } from '../storage/collections/photos.ts'
import { storage } from '../storage/phone-storage.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { findPhoto, newPhotoId, type StoredPhoto } from './stores/photo-store.ts'

/**
 * Makes the entry of a deal again, from the deal and its photos. The delivery address of an order is not in the deal, so
 * it is empty, and our server computes another hash of this work than of the first.
 */
export async function rebuildEntry(deal: Deal): Promise<OutboxEntry> {
  const { kind, owner, visitId, customerId, createdAt, record } = deal
  const photos = [await photoOf(deal, 'packet', record.hair_photo_url)]
  // Every deal has a photo of the packet, and each payout in cash a receipt. A record without its address may come from an
  // entry (stores/lost-deals.ts).
  if (deal.kind === 'cash-payment' && hasReceipt(deal.record))
    photos.push(await photoOf(deal, 'receipt', deal.record.cash_receipt_url))
  const work = toWork(kind, withoutObjectUrls(record), { rows: [], photos })
  return newEntry({ id: visitId, owner, visitId, customerId, createdAt, work })
}

const hasReceipt = (record: CashPayment) =>
  record.payout_method === 'cash' || record.cash_receipt_url !== ''

/** A photo that is not on the phone gets a new id: the sender then asks our server for it by its address. */
async function photoOf(deal: Deal, role: PhotoRole, recorded: string) {
  const { visitId } = deal
  const start = photoIdStart(visitId, role)
  try {
    const photo = await findPhotoOf(deal, role, withoutObjectUrl(recorded))
    return { id: photo?.id ?? newPhotoId(visitId, role), role }
  } catch (error) {
    // A browser can lose the file of a photo and leave its row: the sender tries that photo again, and sends the rest.
    reportProblem('A photo of a deal is not read', error)
    const ids = await storage.photos.getKeys()
    return { id: ids.findLast((id) => id.startsWith(start)) ?? newPhotoId(visitId, role), role }
  }
}

/**
 * Finds the photo of the deal. The visit may also have a photo of an interrupted attempt: its address is not the recorded
 * one. A photo that was taken after the deal replaces one that the server has refused.
 * @param recorded the address of the photo in the record; '' when it was unknown
 */
async function findPhotoOf(
  { owner, visitId, createdAt }: Deal,
  role: PhotoRole,
  recorded: string,
): Promise<StoredPhoto | undefined> {
  const find = (isPossible?: (photo: StoredPhoto) => boolean) =>
    findPhoto(owner, visitId, role, isPossible)
  if (recorded === '') return find()
  const own = await find((one) => findPhotoUrl(one) === recorded && one.refusal === undefined)
  return own ?? find((one) => ['', recorded].includes(findPhotoUrl(one)) || one.takenAt > createdAt)
}

/** Only the page that made an object URL can read it. */
const withoutObjectUrls = (record: Deal['record']): Deal['record'] => ({
  ...record,
  hair_photo_url: withoutObjectUrl(record.hair_photo_url),
  ...('cash_receipt_url' in record && {
    cash_receipt_url: withoutObjectUrl(record.cash_receipt_url),
  }),
})

const withoutObjectUrl = (url: string) => (url.startsWith('blob:') ? '' : url)
