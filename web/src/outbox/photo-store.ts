/** Photos as bytes in the phone's database: an object URL dies with the page, evidence must not (ruling 20). */
import { photoTypes, type PhotoType, PHOTO_TYPES } from '@veni/domain/photo'
import * as v from 'valibot'
import { phoneDatabase, writePhone } from '../lib/database.ts'
import { randomId } from '../lib/random-id.ts'

const PHOTO_ROLES = ['packet', 'receipt'] as const
export type PhotoRole = (typeof PHOTO_ROLES)[number]

const photoSchema = v.object({
  id: v.string(),
  owner: v.string(),
  visitId: v.string(),
  role: v.picklist(PHOTO_ROLES),
  type: v.picklist(PHOTO_TYPES as readonly [PhotoType, ...PhotoType[]]),
  // Bytes, not a Blob: browsers keep blobs as separate files that can go missing while their row stays.
  bytes: v.instance(ArrayBuffer),
  /** Lower-case hex; '' where the browser has no SHA-256 (plain http away from localhost). */
  sha256: v.string(),
  takenAt: v.number(),
  /** Where the office has it; absent until an image host has acknowledged it. */
  url: v.optional(v.string()),
})
export type StoredPhoto = v.InferOutput<typeof photoSchema>

export async function savePhoto(photo: StoredPhoto): Promise<void> {
  await writePhone([{ store: 'photos', key: photo.id, value: photo }])
}

/** @returns undefined when there is no such photo or its row is damaged */
export async function readPhoto(id: string): Promise<StoredPhoto | undefined> {
  const parsed = v.safeParse(photoSchema, await (await phoneDatabase()).get('photos', id))
  return parsed.success ? parsed.output : undefined
}

export async function deletePhoto(id: string): Promise<void> {
  await writePhone([{ store: 'photos', key: id, value: undefined }])
}

/** The visit's photo of a role, the newest if there are several: it survives a page that the camera killed. */
export async function findPhoto(
  owner: string,
  visitId: string,
  role: PhotoRole,
): Promise<StoredPhoto | undefined> {
  // Only this visit's rows are read: all photos of a month would not fit into a phone's memory.
  const start = idStart(visitId, role)
  const ofVisit = IDBKeyRange.bound(start, `${start}\uffff`)
  const rows = await (await phoneDatabase()).getAll('photos', ofVisit)
  return rows
    .flatMap((row) => {
      const parsed = v.safeParse(photoSchema, row)
      // A photo taken before signing in is its visit's, whoever completes it.
      return parsed.success && ['', owner].includes(parsed.output.owner) ? [parsed.output] : []
    })
    .toSorted((a, b) => b.takenAt - a.takenAt)[0]
}

/** Ids begin with what a photo is looked up by. */
export function newPhotoId(visitId: string, role: PhotoRole): string {
  return idStart(visitId, role) + randomId()
}

const idStart = (visitId: string, role: PhotoRole) => `${visitId}.${role}.`

export function photoFileName(photo: Pick<StoredPhoto, 'sha256' | 'id' | 'type'>): string {
  return `${photo.sha256 || photo.id}.${photoTypes[photo.type][0]}`
}
