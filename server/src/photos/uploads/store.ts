import { asc, desc, eq, lt } from 'drizzle-orm'
import type { Db, DbOrTx } from '../../db/client.ts'
import { uploadParts, uploads } from '../../db/schema.ts'

export type UploadRow = typeof uploads.$inferSelect
export type PartRow = Pick<typeof uploadParts.$inferSelect, 'start' | 'bytes' | 'object'>

export async function insertUpload(db: DbOrTx, upload: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(upload)
}

export async function findUpload(db: DbOrTx, id: string): Promise<UploadRow | undefined> {
  const [upload] = await db.select().from(uploads).where(eq(uploads.id, id))
  return upload
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

/**
 * Adds a part at the end of an upload. Of two requests at the same offset only one succeeds.
 * @returns whether the part begins where the upload ends, and the upload is there
 */
export function addPart(db: Db, id: string, part: PartRow, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [upload] = await tx
      .update(uploads)
      .set({ lastByteAt: now })
      .where(eq(uploads.id, id))
      .returning({ size: uploads.size })
    if (!upload) return false
    const end = endOf(await listParts(tx, id))
    if (part.start !== end || end + part.bytes > upload.size) return false
    await tx.insert(uploadParts).values({ uploadId: id, ...part })
    return true
  })
}

/** The offset behind the last byte. */
export function endOf(parts: readonly PartRow[]): number {
  const last = parts.at(-1)
  return last ? last.start + last.bytes : 0
}

/** Deletes an upload with its parts. */
export async function deleteUpload(db: DbOrTx, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id))
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

/** The ids of uploads that have no byte since a time. @param most of one call */
export async function listExpiredUploads(db: DbOrTx, since: Date, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(lt(uploads.lastByteAt, since))
    .orderBy(asc(uploads.lastByteAt))
    .limit(most)
  return rows.map(({ id }) => id)
}
