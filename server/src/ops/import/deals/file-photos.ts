import { type DealsFile, type ExportedPhoto, exportedPhotoSchema } from '@veni/domain/deal/file'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { listPhotos, type Work } from '@veni/domain/work'
import * as v from 'valibot'
import { photoRefusal } from '../../../photos/service.ts'

/** The photos of a file by their ids on the phone. Each is an `exportedPhotoSchema`, or damaged. */
export type FilePhotos = ReadonlyMap<string, unknown>

/** Reads each photo once: a file can have as many photos as entries. The first photo of an id counts. */
export function indexPhotos(photos: DealsFile['photos']): FilePhotos {
  const found = new Map<string, unknown>()
  for (const photo of photos) {
    const { success, output } = v.safeParse(identified, photo)
    if (success && !found.has(output.id)) found.set(output.id, photo)
  }
  return found
}

const identified = v.object({ id: v.string() })

/**
 * Finds the photos of one entry. Throws `too-large` for a photo that no phone would send.
 * @returns the whole photos, and how many are not in the file or damaged
 */
export function findPhotos(photos: FilePhotos, work: Work) {
  const ids = listPhotos(work).map(({ id }) => id)
  const found = ids.flatMap((id): ExportedPhoto[] => {
    const raw = photos.get(id)
    if (v.is(tooLarge, raw)) throw photoRefusal('too-large')
    const photo = v.safeParse(exportedPhotoSchema, raw)
    return photo.success ? [photo.output] : []
  })
  return { found, missing: ids.length - found.length }
}

const MOST_BASE64 = 4 * Math.ceil(MAX_PHOTO_BYTES / 3)
const tooLarge = v.object({ base64: v.pipe(v.string(), v.minLength(MOST_BASE64 + 1)) })
