import type { DbOrTx } from '../db/client.ts'
import { type PhotoRow, selectDealPhotos } from './deal-photos-store.ts'

export type PhotoState =
  /** The office has the bytes. */
  | 'received'
  /** The deal names it by its hash, and its bytes are still on the runner's phone. */
  | 'pending'
  /** At an image host of somebody else, which gives no hash to compare. */
  | 'elsewhere'
  /** The deal names none: it had none, or its phone could not say yet where it would be. */
  | 'unnamed'

export type DealPhoto = {
  readonly state: PhotoState
  /** Deals with other customers, of any runner, that show the very same photo: their invoice ids, oldest first. */
  readonly usedBy: readonly string[]
}

export type DealPhotos = {
  readonly packet: DealPhoto
  readonly receipt: DealPhoto
}

const NO_PHOTO: DealPhoto = { state: 'unnamed', usedBy: [] }

/** How the photos of a deal stand as evidence; of an unknown deal, as of one without photos. */
export async function photosOfDeal(db: DbOrTx, invoiceId: string): Promise<DealPhotos> {
  const photos = await photosOfDeals(db, [invoiceId])
  return photos.get(invoiceId) ?? { packet: NO_PHOTO, receipt: NO_PHOTO }
}

/** As {@link photosOfDeal} for many deals in one query, by invoice id; deals without photos are left out. */
export async function photosOfDeals(
  db: DbOrTx,
  invoiceIds: readonly string[],
): Promise<Map<string, DealPhotos>> {
  const deals = new Map<string, DealPhotos>()
  for (const row of await selectDealPhotos(db, invoiceIds)) {
    const known = deals.get(row.invoice_id) ?? { packet: NO_PHOTO, receipt: NO_PHOTO }
    deals.set(row.invoice_id, { ...known, [row.role]: toPhoto(row) })
  }
  return deals
}

function toPhoto({ hash, is_received, used_by }: PhotoRow): DealPhoto {
  if (hash === null) return { state: 'elsewhere', usedBy: [] }
  return { state: is_received ? 'received' : 'pending', usedBy: used_by }
}
