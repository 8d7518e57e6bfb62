import type { PhotoType } from '@veni/domain/photo'
import { and, asc, count, countDistinct, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows, type Tx } from '../db/client.ts'
import { photoKey } from '../db/columns.ts'
import { cashPayments, laterPhotos, photos, settlements } from '../db/schema.ts'

/** When the file was lost, it is here again. */
export async function insertPhoto(
  db: DbOrTx,
  photo: { hash: string; type: PhotoType; runnerId: number; bytes: number },
): Promise<void> {
  await db
    .insert(photos)
    .values(photo)
    .onConflictDoUpdate({
      target: [photos.hash, photos.runnerId],
      set: { lostAt: null },
      setWhere: isNotNull(photos.lostAt),
    })
}

/**
 * Notes that the file of a runner's photo is here.
 * @returns whether the runner has the photo; no erase deletes it before the end of the transaction
 */
export async function noteFound(tx: Tx, runnerId: number, hash: string): Promise<boolean> {
  const found = await tx
    .update(photos)
    .set({ lostAt: null })
    .where(and(eq(photos.hash, hash), eq(photos.runnerId, runnerId)))
    .returning({ hash: photos.hash })
  return found.length > 0
}

export async function findPhotoType(
  db: DbOrTx,
  runnerId: number,
  hash: string,
): Promise<PhotoType | undefined> {
  const [photo] = await selectType(db, runnerId, hash)
  // Only `insertPhoto` writes the column.
  return photo?.type as PhotoType | undefined
}

/** Waits for a transaction that is deleting the row. */
export async function hasPhoto(db: DbOrTx, runnerId: number, hash: string): Promise<boolean> {
  const [photo] = await selectType(db, runnerId, hash).for('key share')
  return photo !== undefined
}

const selectType = (db: DbOrTx, runnerId: number, hash: string) =>
  db
    .select({ type: photos.type })
    .from(photos)
    .where(and(eq(photos.hash, hash), eq(photos.runnerId, runnerId)))

/** How many photos a runner has stored after a time and until another one, and their bytes together. */
export async function sumPhotosBetween(
  db: DbOrTx,
  runnerId: number,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<{ count: number; bytes: number }> {
  const [sums] = await db
    .select({
      count: count(),
      bytes: sql<number>`coalesce(sum(${photos.bytes}), 0)`.mapWith(Number),
    })
    .from(photos)
    .where(
      and(eq(photos.runnerId, runnerId), gt(photos.createdAt, since), lte(photos.createdAt, until)),
    )
  return sums ?? { count: 0, bytes: 0 }
}

/** How many photos {@link listStoredPhotos} has on all pages. */
export async function countStoredPhotos(db: DbOrTx): Promise<number> {
  const [counted] = await db.select({ count: countDistinct(photos.hash) }).from(photos)
  return counted?.count ?? 0
}

/** Whether any runner has stored the photo. */
export async function isStoredBySomebody(db: DbOrTx, hash: string): Promise<boolean> {
  return (await db.$count(photos, eq(photos.hash, hash))) > 0
}

export interface StoredPhoto {
  readonly hash: string
  readonly type: PhotoType
  /** Whether the server has found before that the file is missing or damaged. */
  readonly isLost: boolean
}

/** Stores whether the file of a photo is missing or damaged, whichever runners have sent it. */
export async function noteLost(db: DbOrTx, hash: string, isLost: boolean): Promise<void> {
  const lostAt = isLost ? sql`now()` : null
  const isOther = isLost ? isNull(photos.lostAt) : isNotNull(photos.lostAt)
  await db
    .update(photos)
    .set({ lostAt })
    .where(and(eq(photos.hash, hash), isOther))
}

/** Each photo once, in the order of the hashes. @param above the last hash of the page before; '' for the first page */
export async function listStoredPhotos(
  db: DbOrTx,
  above: string,
  most: number,
): Promise<StoredPhoto[]> {
  const rows = await db
    .selectDistinctOn([photos.hash], {
      hash: photos.hash,
      type: photos.type,
      lostAt: photos.lostAt,
    })
    .from(photos)
    .where(gt(photos.hash, above))
    // The null of a row that is not lost comes last.
    .orderBy(asc(photos.hash), asc(photos.lostAt))
    .limit(most)
  return rows.map(({ hash, type, lostAt }) => ({
    hash,
    type: type as PhotoType,
    isLost: lostAt !== null,
  }))
}

/** The invoice ids of the deals that name the photo. */
export async function listDealsOfPhoto(db: DbOrTx, hash: string): Promise<string[]> {
  const names = (column: string) => sql`${photoKey(sql.raw(column))} = ${hash}`
  const rows = await selectRows<{ invoice_id: string }>(
    db,
    sql`select invoice_id from ${settlements} where ${names('hair_photo_url')}
      union
      select invoice_id from ${cashPayments} where ${names('hair_photo_url')}
      union
      select invoice_id from ${cashPayments} where ${names('cash_receipt_url')}
      union
      select invoice_id from ${laterPhotos} where ${names('url')}
      order by invoice_id`,
  )
  return rows.map(({ invoice_id }) => invoice_id)
}
