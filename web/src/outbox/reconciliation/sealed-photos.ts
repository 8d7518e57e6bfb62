/** Photos of a deal whose entry is made again: what the phone has sent of them is sealed here, also when its row is lost. */
import { findRecordedUrl, listPhotos, type Work } from '@veni/domain/work'
import * as v from 'valibot'
import { findHash } from '../../api/photo-address.ts'
import { photoIdStart, photoSchema, type StoredPhoto } from '../../storage/collections/photos.ts'
import type { OutboxEntry } from '../entry.ts'
import { readPhoto } from '../stores/photo-store.ts'
import type { Open, SentRows } from './sent-rows-of.ts'

/** SHA-256 of the photos of a work, as far as its addresses tell. */
export const listHashes = (work: Work): string[] =>
  listPhotos(work).flatMap(({ role }) => findHash(findRecordedUrl(work, role)) ?? [])

export interface WithPhotos {
  readonly entry: OutboxEntry
  /** To be stored with the entry. */
  readonly photos: readonly StoredPhoto[]
}

/** A photo that cannot be read has its bytes perhaps: the sender finds out. */
const hasBytes = async (id: string) =>
  (await readPhoto(id).catch(() => ({ bytes: true })))?.bytes !== undefined

/**
 * Brings the photos back that neither the rows of the phone nor the server has, since a database was lost and another one
 * restored. The entry names them by their ids of before.
 * @param missing SHA-256 of each photo that the server does not have
 */
export async function withSealedPhotos(
  entry: OutboxEntry,
  missing: ReadonlySet<string>,
  { rows, open }: { readonly rows: SentRows; readonly open: Open },
): Promise<WithPhotos> {
  const { work } = entry
  if (!('photos' in work)) return { entry, photos: [] }
  const found = new Map<string, StoredPhoto>()
  for (const { id, role } of work.photos) {
    const sha256 = findHash(findRecordedUrl(work, role))
    if (sha256 === undefined || !missing.has(sha256) || (await hasBytes(id))) continue
    for (const sealed of await rows.listPhotoIds()) {
      if (!sealed.startsWith(photoIdStart(entry.id, role))) continue
      const photo = v.safeParse(photoSchema, await rows.openPhoto(sealed, open))
      if (photo.success && photo.output.sha256 === sha256) found.set(id, photo.output)
    }
  }
  return {
    entry: {
      ...entry,
      work: {
        ...work,
        photos: work.photos.map((one) => ({ ...one, id: found.get(one.id)?.id ?? one.id })),
      },
    },
    photos: [...found.values()].map((photo) => ({ ...photo, url: undefined, uploadId: undefined })),
  }
}
