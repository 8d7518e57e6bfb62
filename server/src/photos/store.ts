import type { PhotoType } from '@veni/domain/photo'
import { and, asc, count, countDistinct, eq, gt, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows } from '../db/client.ts'
import { cashPayments, laterPhotos, photos, settlements } from '../db/schema.ts'

export async function insertPhoto(
  db: DbOrTx,
  photo: { hash: string; type: PhotoType; runnerId: number; bytes: number },
): Promise<void> {
  await db.insert(photos).values(photo).onConflictDoNothing()
}

export async function findPhotoType(
  db: DbOrTx,
  runnerId: number,
  hash: string,
): Promise<PhotoType | undefined> {
  const [photo] = await db
    .select({ type: photos.type })
    .from(photos)
    .where(and(eq(photos.hash, hash), eq(photos.runnerId, runnerId)))
  // Only `insertPhoto` writes the column.
  return photo?.type as PhotoType | undefined
}

/** How many photos a runner has stored since a time, and their bytes together. */
export async function sumPhotosSince(
  db: DbOrTx,
  runnerId: number,
  since: Date,
): Promise<{ count: number; bytes: number }> {
  const [sums] = await db
    .select({
      count: count(),
      bytes: sql<number>`coalesce(sum(${photos.bytes}), 0)`.mapWith(Number),
    })
    .from(photos)
    .where(and(eq(photos.runnerId, runnerId), gt(photos.createdAt, since)))
  return sums ?? { count: 0, bytes: 0 }
}

/** How many photos {@link listStoredPhotos} has on all pages. */
export async function countStoredPhotos(db: DbOrTx): Promise<number> {
  const [counted] = await db.select({ count: countDistinct(photos.hash) }).from(photos)
  return counted?.count ?? 0
}

export type StoredPhoto = { readonly hash: string; readonly type: PhotoType }

/** Each photo once, in the order of the hashes. @param above the last hash of the page before; '' for the first page */
export async function listStoredPhotos(
  db: DbOrTx,
  above: string,
  most: number,
): Promise<StoredPhoto[]> {
  const rows = await db
    .selectDistinctOn([photos.hash], { hash: photos.hash, type: photos.type })
    .from(photos)
    .where(gt(photos.hash, above))
    .orderBy(asc(photos.hash))
    .limit(most)
  return rows.map(({ hash, type }) => ({ hash, type: type as PhotoType }))
}

/** The invoice ids of the deals that name the photo. */
export async function listDealsOfPhoto(db: DbOrTx, hash: string): Promise<string[]> {
  const start = `/api/images/${hash}.%`
  const rows = await selectRows<{ invoice_id: string }>(
    db,
    sql`select invoice_id from ${settlements} where hair_photo_url like ${start}
      union
      select invoice_id from ${cashPayments} where hair_photo_url like ${start} or cash_receipt_url like ${start}
      union
      select invoice_id from ${laterPhotos} where url like ${start}
      order by invoice_id`,
  )
  return rows.map(({ invoice_id }) => invoice_id)
}
