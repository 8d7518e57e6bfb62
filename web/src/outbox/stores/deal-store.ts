/** The completed deals on this phone, one per visit. */
import type { Deal } from '@veni/domain/deal'
import { listPhotos } from '@veni/domain/work'
import * as v from 'valibot'
import { writeStored } from '../../lib/stored-text.ts'
import { readStored } from '../../lib/stored-value.ts'
import { storage, type StorageWrite } from '../../storage/phone-storage.ts'
import { outboxEntrySchema, type OutboxEntry } from '../entry.ts'
import { placeLast } from './entry-store.ts'
import { putLostDeal } from './lost-deals.ts'
import { deletePhoto, publishPhotoGone, readPhoto, type StoredPhoto } from './photo-store.ts'

/** Changes a visit's deal as it is stored at the time of the write, because runner and sender may both change it. */
export const dealChange = (visitId: string, change: (deal: Deal) => Deal): StorageWrite => ({
  collection: 'deals',
  key: visitId,
  change: (stored) => stored && change(stored),
})

export const storeDeal = (deal: Deal): Promise<void> => storage.deals.put(deal.visitId, deal)

/**
 * Stores a visit's deal and what sends it, in one transaction that is on the disk when this resolves.
 * A visit has one deal: a second tap, another tab or a reload gets the stored one (ruling 22).
 * @param requireOwner called in the transaction; when it throws, nothing is stored
 */
export function storeDealOnce(
  deal: Deal,
  entry: OutboxEntry | undefined,
  requireOwner = () => {},
): Promise<Deal> {
  return storage.change(['deals', 'outbox', 'photos'], async ({ deals, outbox, photos }) => {
    requireOwner()
    // The phone may have lost the deal and not its entry.
    const unsent = await outbox.get(deal.visitId)
    if (unsent) await putLostDeal(unsent, deals)
    const present = await deals.get(deal.visitId)
    if (present) return present
    // A newer release may have written it, and only that one knows what the customer was paid.
    if ((await deals.has(deal.visitId)) || (await outbox.has(deal.visitId)))
      throw new Error('the phone has a deal of this visit that it cannot read')
    // A damaged entry would never be sent, and the deal would look complete.
    if (entry) v.assert(outboxEntrySchema, entry)
    if (entry) await requirePhotos(entry, photos.has)
    await deals.put(deal.visitId, deal)
    if (entry) await outbox.put(entry.id, await placeLast(entry, outbox))
    return deal
  })
}

/** The host may have refused a photo. The app then deletes it, perhaps while the screen still shows it. */
async function requirePhotos(
  { work }: OutboxEntry,
  isStored: (id: string) => Promise<boolean>,
): Promise<void> {
  const ids = listPhotos(work).map(({ id }) => id)
  const isThere = await Promise.all(ids.map(isStored))
  const gone = ids.filter((_, at) => !isThere[at])
  for (const id of gone) publishPhotoGone(id)
  if (gone.length > 0) throw new Error('a photo of the deal is no longer on the phone')
}

/**
 * Deletes the photos of the visit that were taken before its deal and are not in it: the runner has replaced them. To be
 * called with the entry that this page has stored.
 */
export async function deleteReplacedPhotos({ id, work, createdAt }: OutboxEntry) {
  const used = new Set(listPhotos(work).map((photo) => photo.id))
  const ids = (await storage.photos.getKeys()).filter((one) => one.startsWith(`${id}.`))
  // One whose file is lost must not keep the others here.
  const read = await Promise.all(ids.map((one) => readPhoto(one).catch(() => undefined)))
  const photos = read.filter((photo) => photo !== undefined)
  const isUsed = (photo: StoredPhoto) => used.has(photo.id)
  // The clock may have been set back since the photos of the deal were taken.
  const until = Math.max(createdAt, ...photos.filter(isUsed).map(({ takenAt }) => takenAt))
  for (const photo of photos)
    if (!isUsed(photo) && photo.takenAt <= until) await deletePhoto(photo.id)
}

export const readDeal = (visitId: string): Promise<Deal | undefined> => storage.deals.get(visitId)

/** An owner's deal. Waits until the deals that the database has lost are restored, unless it is there. */
export async function findDeal(owner: string, invoiceId: string): Promise<Deal | undefined> {
  const find = () =>
    storage.read(['deals'], async ({ deals }) => {
      const [visitId] = await deals.getKeysBy('invoice', owner, invoiceId)
      return visitId === undefined ? undefined : deals.get(visitId)
    })
  const found = await find()
  if (found) return found
  await storage.whenListsComplete()
  return find()
}

/** An owner's deals, newest first. Waits until the deals that the database has lost are restored. */
export async function listDeals(owner: string): Promise<Deal[]> {
  const all = await storage.deals.getAll()
  return all.filter((deal) => deal.owner === owner).toSorted((a, b) => b.createdAt - a.createdAt)
}

const mirrorKeys = { settlement: 'settlements', 'cash-payment': 'cashPayments' } as const
const mirrorSchema = v.array(v.looseObject({ invoice_id: v.string() }))

/** Local storage holds 5 MB in all, also the sign-in. A list without a limit would one day leave no space for that. */
const MIRRORED_RECORDS = 200

/**
 * Copies the record into the local lists of. The app does not read these lists: the database has
 * every deal. When local storage is full, the copy is missing.
 */
export function mirrorRecord(deal: Deal): void {
  const key = mirrorKeys[deal.kind]
  const others = (readStored(localStorage, key, mirrorSchema) ?? []).filter(
    (row) => row.invoice_id !== deal.invoiceId,
  )
  writeStored(localStorage, key, [...others, deal.record].slice(-MIRRORED_RECORDS))
}
