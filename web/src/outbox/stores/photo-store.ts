import { photoTypes, type PhotoRole } from '@veni/domain/photo'
import { createEvent } from '../../lib/event.ts'
import { randomId } from '../../lib/random-id.ts'
import { reportProblem } from '../../lib/report.ts'
import { photoIdStart, type StoredPhoto } from '../../storage/collections/photos.ts'
import { storage } from '../../storage/phone-storage.ts'
import { UnreadableRow } from '../../storage/storage-problem.ts'

export type { StoredPhoto } from '../../storage/collections/photos.ts'

/** A photo, by id, is no longer on the phone while a screen may still show it: its host refused it, or another tab. */
export const { subscribe: onPhotoGone, publish: publishPhotoGone } = createEvent<string>()

export const storePhoto = (photo: StoredPhoto): Promise<void> => storage.photos.put(photo.id, photo)

/** @returns undefined when there is no such photo or its row is damaged */
export const readPhoto = (id: string): Promise<StoredPhoto | undefined> => storage.photos.get(id)

/**
 * As `readPhoto`, for the sender. A browser stores large values as files of its own, which a cleaning app can delete:
 * that one photo is then tried again later, and nothing else waits for it.
 */
export async function readPhotoToSend(id: string): Promise<StoredPhoto | undefined> {
  try {
    return await readPhoto(id)
  } catch (error) {
    reportProblem('Stored photo not read', error)
    throw new UnreadableRow('A stored photo cannot be read', { cause: error })
  }
}

/** Changes a photo as it is stored now: one that the runner has deleted meanwhile does not come back. */
export async function changePhoto(
  id: string,
  change: (photo: StoredPhoto) => StoredPhoto,
): Promise<void> {
  await storage.photos.change(id, change)
}

/**
 * Deletes a photo that its host will never take, unless its deal has been completed meanwhile.
 * @returns whether it is gone
 */
export async function discardPhoto({ id, visitId }: StoredPhoto): Promise<boolean> {
  const isGone = await storage.change(
    ['photos', 'deals'],
    async ({ photos, deals }) => {
      if (await deals.has(visitId)) return false
      await photos.delete(id)
      return true
    },
    { deletes: [{ collection: 'photos', key: id }] },
  )
  if (isGone) publishPhotoGone(id)
  return isGone
}

export const deletePhoto = (id: string): Promise<void> => storage.photos.delete(id)

/** The visit's photo of a role, the newest if there are several: it survives a page that the camera has closed. */
export async function findPhoto(
  owner: string,
  visitId: string,
  role: PhotoRole,
): Promise<StoredPhoto | undefined> {
  // Only this visit's rows are read: all photos of a month would not fit into a phone's memory.
  const ofVisit = await storage.photos.getAll(photoIdStart(visitId, role))
  // A photo taken before signing in is its visit's, whoever completes it.
  const own = ofVisit.filter((photo) => ['', owner].includes(photo.owner))
  return own.toSorted((a, b) => b.takenAt - a.takenAt)[0]
}

export const newPhotoId = (visitId: string, role: PhotoRole): string =>
  photoIdStart(visitId, role) + randomId()

/** Whether the same bytes were taken on this phone for another customer: rows stay when their bytes have gone. */
export async function isUsedForAnother(sha256: string, customerId: string): Promise<boolean> {
  if (sha256 === '') return false
  const others: StoredPhoto[] = []
  await storage.photos.forEach((photo) => {
    if (photo.sha256 === sha256) others.push(photo)
  })
  const customers = await Promise.all(
    others.map(
      async (other) => other.customerId ?? (await storage.deals.get(other.visitId))?.customerId,
    ),
  )
  return customers.some((id) => id !== undefined && id !== customerId)
}

export function photoFileName(photo: Pick<StoredPhoto, 'sha256' | 'id' | 'type'>): string {
  return `${photo.sha256 || photo.id}.${photoTypes[photo.type][0]}`
}
