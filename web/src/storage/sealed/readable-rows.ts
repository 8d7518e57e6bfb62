/** Finds what is still readable on the phone after a sign-out. */
import { visitOfPhoto } from '../collections/photos.ts'
import { collections } from '../collections.ts'
import { storage } from '../phone-storage.ts'
import { isOf } from './seal-rows.ts'

/** Rows without a second copy are not needed after a sign-out. */
const copiedCollections = (Object.keys(collections) as (keyof typeof collections)[]).filter(
  (name) => collections[name].secondCopy,
)

/**
 * Whether the phone has a row that a sign-out has not sealed, or an open visit of another runner. On a full phone such a
 * row may have its second copy only.
 */
export async function hasReadableRows(): Promise<boolean> {
  for (const collection of copiedCollections) {
    const { left } = await storage.whenRestored(collection)
    if (left.length > 0 || (await storage[collection].getKeys()).length > 0) return true
  }
  return false
}

/** Deletes photos that were taken while nobody was signed in, and that no deal has. Nobody can use them any longer. */
export async function deleteOwnerlessPhotos(): Promise<void> {
  for (const key of await storage.photos.getKeys()) {
    // A photo that cannot be read has an owner: it was sealed or left for its next sign-in.
    const row = await storage.photos.getUnparsed(key).catch(() => undefined)
    if (isOf('', row) && !(await storage.deals.has(visitOfPhoto(key))))
      await storage.photos.delete(key)
  }
}
