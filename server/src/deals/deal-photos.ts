import type { Deps } from '../deps.ts'
import { MOST_USES, type PhotoRow, selectDealPhotos } from './deal-photos-store.ts'

export type PhotoState =
  /** The server has the bytes. */
  | 'received'
  /** The server had the bytes: the file is gone, has another length, or was found damaged (`ops verify`). */
  | 'lost'
  /** The deal names its hash, and the runner's phone still has the bytes. */
  | 'pending'
  /** The photo is on another image host, which gives no hash to compare. */
  | 'elsewhere'
  /** The text is no address at which the office could find a photo. */
  | 'unusable'
  /** The deal names no photo: it has none, or the phone had no URL for it yet. */
  | 'unnamed'

export type DealPhoto = {
  readonly state: PhotoState
  /** Invoice ids of at most ten other deals, of any runner, that name the same photo; oldest first. */
  readonly usedBy: readonly string[]
  /** The last photo that the runner took in its place, if any. */
  readonly later?: LaterPhoto
  /** Only when the packet and the receipt of the deal are the same photo. */
  readonly isBoth?: true
}

/** Times are ISO 8601; `takenAt` is by the phone's clock. */
type LaterPhoto = {
  readonly number: number
  readonly reason: string
  readonly takenAt: string
  readonly receivedAt: string
}

export type DealPhotos = {
  readonly packet: DealPhoto
  readonly receipt: DealPhoto
}

const NO_PHOTO: DealPhoto = { state: 'unnamed', usedBy: [] }
export const NO_PHOTOS: DealPhotos = { packet: NO_PHOTO, receipt: NO_PHOTO }

/** Returns the state of a deal's photos. An unknown deal is like one without photos. */
export async function findDealPhotos(
  deps: Pick<Deps, 'db' | 'photoStore'>,
  invoiceId: string,
): Promise<DealPhotos> {
  const photos = await findPhotosOfDeals(deps, [invoiceId])
  return photos.get(invoiceId) ?? NO_PHOTOS
}

/**
 * Like {@link findDealPhotos} for many deals in one query, by invoice id. Deals without photos are left out.
 */
export async function findPhotosOfDeals(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  invoiceIds: readonly string[],
): Promise<Map<string, DealPhotos>> {
  const deals = new Map<string, DealPhotos>()
  // Most comparisons ask for none, and the plan of the query alone takes milliseconds.
  if (invoiceIds.length === 0) return deals
  for (const row of await selectDealPhotos(db, invoiceIds)) {
    const known = deals.get(row.invoice_id) ?? NO_PHOTOS
    const photo = await toPhoto(photoStore, row)
    const shown = row.later ? replace(known[row.role], photo, row.later) : photo
    deals.set(row.invoice_id, { ...known, [row.role]: shown })
  }
  return deals
}

/** The later photo counts while the server does not have the one before: that one is the stronger evidence. */
function replace(
  before: DealPhoto,
  photo: DealPhoto,
  { number, reason, ...later }: NonNullable<PhotoRow['later']>,
): DealPhoto {
  const usedBy = [...new Set([...before.usedBy, ...photo.usedBy])].slice(0, MOST_USES)
  const takenAt = new Date(later.taken_at).toISOString()
  const receivedAt = new Date(later.received_at).toISOString()
  return {
    state: before.state === 'received' ? before.state : photo.state,
    usedBy,
    ...((before.isBoth ?? photo.isBoth) && { isBoth: true as const }),
    later: { number, reason, takenAt, receivedAt },
  }
}

async function toPhoto(
  photoStore: Deps['photoStore'],
  { url, hash, stored, used_by, is_both }: PhotoRow,
): Promise<DealPhoto> {
  const uses = { usedBy: used_by, ...(is_both && { isBoth: true as const }) }
  if (hash === null) return { state: isWebAddress(url) ? 'elsewhere' : 'unusable', ...uses }
  if (stored === null) return { state: 'pending', ...uses }
  const size = await photoStore.size({ hash, type: stored.type })
  const isWhole = size === stored.bytes && !stored.is_lost
  return { state: isWhole ? 'received' : 'lost', ...uses }
}

/** An object URL (`blob:`) or a path means nothing outside the phone. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol)
}
