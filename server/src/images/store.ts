import type { PhotoType } from '@veni/domain/photo'
import { and, eq } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { images } from '../db/schema.ts'

export async function insertImage(
  db: DbOrTx,
  image: { hash: string; type: PhotoType; runnerId: number; bytes: number },
): Promise<void> {
  await db.insert(images).values(image).onConflictDoNothing()
}

export async function findImage(
  db: DbOrTx,
  runnerId: number,
  hash: string,
): Promise<PhotoType | undefined> {
  const [image] = await db
    .select({ type: images.type })
    .from(images)
    .where(and(eq(images.hash, hash), eq(images.runnerId, runnerId)))
  // Only `insertImage` writes the column.
  return image?.type as PhotoType | undefined
}
