import type { PhotoType } from '@veni/domain/photo'
import { and, eq } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { photos } from '../db/schema.ts'

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
