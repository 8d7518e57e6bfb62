import type { PhotoRole } from '@veni/domain/photo'
import * as v from 'valibot'
import { createEvent } from '../../lib/value-store.ts'
import { wait } from '../../lib/wait.ts'
import { randomId } from '../../lib/random-id.ts'
import { reportProblem } from '../../lib/report.ts'
import { photoIdStart, photoSchema, type StoredPhoto } from '../../storage/collections/photos.ts'
import { storage } from '../../storage/phone-storage.ts'
import { isLeft } from '../../storage/restore-runs.ts'
import { LostPhoto, UnreadableRow } from '../../storage/storage-problem.ts'

export type { StoredPhoto } from '../../storage/collections/photos.ts'

/** Publishes the id of a photo that a screen may show but the phone no longer has, because its host refused it. */
export const { subscribe: onPhotoGone, publish: publishPhotoGone } = createEvent<string>()

/** @param requireOwner called in the transaction; when it throws, nothing is stored */
export const storePhoto = (photo: StoredPhoto, requireOwner = () => {}): Promise<void> =>
  storage.change(['photos'], ({ photos }) => {
    requireOwner()
    return photos.put(photo.id, photo)
  })

/** @returns undefined when there is no such photo or its row is damaged */
export const readPhoto = (id: string): Promise<StoredPhoto | undefined> => storage.photos.get(id)

/**
 * As `readPhoto`, for the sender and the export. A browser stores large values as separate files, which a cleaning app can delete. The
 * second copy then replaces the row. Without one the sender tries that photo again later, and sends everything else.
 */
export async function readPhotoToSend(id: string): Promise<StoredPhoto | undefined> {
  try {
    return await readPhoto(id)
  } catch (error) {
    reportProblem('Stored photo not read', error)
    const copy = await replaceByCopy(id)
    if (copy) return copy
    throw new UnreadableRow('A stored photo cannot be read', { cause: error, photoId: id })
  }
}

/** @returns the new row; undefined without a whole copy, or when another tab has deleted the row */
async function replaceByCopy(id: string): Promise<StoredPhoto | undefined> {
  try {
    const copy = v.parse(
      v.optional(photoSchema),
      await storage.readCopy({ collection: 'photos', key: id }),
    )
    if (!copy) return undefined
    return await storage.change(['photos'], async ({ photos }) => {
      if (!(await photos.has(id))) return undefined
      await photos.put(id, copy)
      return copy
    })
  } catch (error) {
    reportProblem('A photo was not replaced by its copy', error)
    return undefined
  }
}

/** A second copy that does not answer must not hold up what is sent after this photo. */
const RESTORE_LIMIT_MS = 3_000

/**
 * For a photo whose row is missing. Throws {@link LostPhoto} when no restore can bring it back, and `UnreadableRow` while
 * one still runs.
 */
export async function failWithoutPhoto(id: string): Promise<never> {
  const late = wait(RESTORE_LIMIT_MS).then(() => undefined)
  const restored = await Promise.race([storage.whenRestored('photos'), late])
  if (!restored || isLeft(restored, 'photos', id))
    throw new UnreadableRow('A photo may still be restored')
  const photo = await readPhotoToSend(id)
  // A row alone is left of a photo that the server has lost after its bytes were deleted here.
  if (photo?.bytes ?? photo?.url) throw new UnreadableRow('A photo was restored')
  throw new LostPhoto('A photo of a deal is not on the phone any more', [id])
}

/** Changes a photo as it is stored now. A photo that the runner has deleted meanwhile stays deleted. */
export async function changePhoto(
  id: string,
  change: (photo: StoredPhoto) => StoredPhoto,
): Promise<void> {
  await storage.photos.change(id, change)
}

/**
 * Deletes a photo that its host has refused or that the runner does not want, unless its deal has been completed meanwhile.
 * @returns whether it was deleted
 */
export async function discardPhoto({
  id,
  visitId,
}: Pick<StoredPhoto, 'id' | 'visitId'>): Promise<boolean> {
  const isGone = await storage.change(
    ['photos', 'deals', 'outbox'],
    async ({ photos, deals, outbox }) => {
      // The phone may have lost the deal and not its entry.
      if ((await deals.has(visitId)) || (await outbox.has(visitId))) return false
      await photos.delete(id)
      return true
    },
    { deletes: [{ collection: 'photos', key: id }] },
  )
  if (isGone) publishPhotoGone(id)
  return isGone
}

export const deletePhoto = (id: string): Promise<void> => storage.photos.delete(id)

/**
 * Discards the photos of a visit and a role that were taken until then, and those that cannot be read.
 * @param until ms since 1970
 */
export async function discardPhotos(
  visitId: string,
  role: PhotoRole,
  until: number,
): Promise<void> {
  const start = photoIdStart(visitId, role)
  for (const id of await storage.photos.getKeys()) {
    if (!id.startsWith(start)) continue
    const photo = await readPhoto(id).catch(() => undefined)
    if (!photo || photo.takenAt <= until) await discardPhoto({ id, visitId })
  }
}

/**
 * The visit's newest photo of a role. It is stored because the phone may close the page while the camera is open.
 * @param isPossible which photos may be found, all by default
 */
export async function findPhoto(
  owner: string,
  visitId: string,
  role: PhotoRole,
  isPossible: (photo: StoredPhoto) => boolean = () => true,
): Promise<StoredPhoto | undefined> {
  // Reads only this visit's rows, because the photos of a month do not fit into a phone's memory.
  const ofVisit = await storage.photos.getAll(photoIdStart(visitId, role))
  // A photo that was taken before the sign-in belongs to any runner who completes the visit.
  const own = ofVisit.filter((photo) => ['', owner].includes(photo.owner) && isPossible(photo))
  return own.toSorted((a, b) => b.takenAt - a.takenAt)[0]
}

export const newPhotoId = (visitId: string, role: PhotoRole): string =>
  photoIdStart(visitId, role) + randomId()

/** Whether this phone has a photo of another customer with the same bytes. A row stays after its bytes are deleted. */
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
