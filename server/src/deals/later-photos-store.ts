import type { Tx } from '../db/client.ts'
import { laterPhotos } from '../db/schema.ts'

/** @returns whether one of them was not stored yet */
export async function insertLaterPhotos(
  tx: Tx,
  photos: readonly (typeof laterPhotos.$inferInsert)[],
): Promise<boolean> {
  if (photos.length === 0) return false
  const inserted = await tx
    .insert(laterPhotos)
    .values([...photos])
    .onConflictDoNothing()
    .returning()
  return inserted.length > 0
}
