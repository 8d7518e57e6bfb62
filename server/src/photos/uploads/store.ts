import { and, asc, desc, eq, gt, lt, or } from 'drizzle-orm'
import type { Db, DbOrTx } from '../../db/client.ts'
import { uploadParts, uploads } from '../../db/schema.ts'
import { isRowId } from '../../wire-values.ts'

export type UploadRow = typeof uploads.$inferSelect
export type PartRow = Pick<typeof uploadParts.$inferSelect, 'start' | 'bytes' | 'object'>

export async function insertUpload(db: DbOrTx, upload: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(upload)
}

export async function findUpload(db: DbOrTx, id: string): Promise<UploadRow | undefined> {
  const [upload] = await db.select().from(uploads).where(isUpload(id))
  return upload
}

const isUpload = (id: string) => and(eq(uploads.id, id), eq(uploads.runnerId, ownerOf(id)))

/** An id starts with the id of its runner. @returns 0 for a text that does not: no runner has this number */
export function ownerOf(id: string): number {
  const [owner = ''] = id.split('-')
  return isRowId(owner) ? Number(owner) : 0
}

/** The parts of an upload in their order. */
export function listParts(db: DbOrTx, id: string): Promise<PartRow[]> {
  const { start, bytes, object } = uploadParts
  return db
    .select({ start, bytes, object })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, id))
    .orderBy(asc(start))
}

/** An upload of more parts takes too long to be put together. A phone sends a photo in one part, if nothing breaks. */
const MOST_PARTS = 100

/**
 * Adds a part at the end of an upload. Of two requests at the same offset only one succeeds.
 * @returns `gone`: there is no such upload; `full`: it has too many parts; `not here`: the part does not begin where the
 *   upload ends
 */
export function addPart(
  db: Db,
  id: string,
  part: PartRow,
  now: Date,
): Promise<'added' | 'gone' | 'full' | 'not here'> {
  return db.transaction(async (tx) => {
    const [upload] = await tx
      .update(uploads)
      .set({ lastByteAt: now })
      .where(isUpload(id))
      .returning({ size: uploads.size })
    if (!upload) return 'gone'
    const parts = await listParts(tx, id)
    const end = endOf(parts)
    if (part.start !== end || end + part.bytes > upload.size) return 'not here'
    if (parts.length === MOST_PARTS) return 'full'
    await tx.insert(uploadParts).values({ uploadId: id, ...part })
    return 'added'
  })
}

/** The offset behind the last byte. */
export function endOf(parts: readonly PartRow[]): number {
  const last = parts.at(-1)
  return last ? last.start + last.bytes : 0
}

/** Deletes an upload. No part is added meanwhile. @returns the parts that it had */
export function deleteUpload(db: Db, id: string): Promise<PartRow[]> {
  return db.transaction(async (tx) => {
    await tx.select({ id: uploads.id }).from(uploads).where(isUpload(id)).for('update')
    const parts = await listParts(tx, id)
    await tx.delete(uploads).where(isUpload(id))
    return parts
  })
}

/** The ids of a runner's uploads without those with the newest bytes. @param newest how many are left out */
export async function listOlderUploads(
  db: DbOrTx,
  runnerId: number,
  newest: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(eq(uploads.runnerId, runnerId))
    .orderBy(desc(uploads.lastByteAt), desc(uploads.id))
    .offset(newest)
  return rows.map(({ id }) => id)
}

/** The ids of uploads whose last byte did not come between two times. @param most of one call */
export async function listExpiredUploads(
  db: DbOrTx,
  { since, until }: { readonly since: Date; readonly until: Date },
  most: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(or(lt(uploads.lastByteAt, since), gt(uploads.lastByteAt, until)))
    .orderBy(asc(uploads.lastByteAt))
    .limit(most)
  return rows.map(({ id }) => id)
}
