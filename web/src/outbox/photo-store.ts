/** Photos as bytes in the phone's database: an object URL dies with the page, evidence must not (ruling 20). */
import {
  PHOTO_ROLES,
  PHOTO_TYPES,
  type PhotoRole,
  photoTypes,
  type PhotoType,
} from '@veni/domain/photo'
import * as v from 'valibot'
import { ApiFailure } from '../api/failure.ts'
import { phoneDatabase } from '../storage/database.ts'
import { randomId } from '../lib/random-id.ts'
import { reportProblem } from '../lib/report.ts'
import { copyRows, dropCopies } from '../storage/second-copy.ts'
import { changePhone, writePhone } from '../storage/write-phone.ts'
import { readDeal } from './deal-store.ts'
import { tellPhotoGone } from './gone-photos.ts'

const photoSchema = v.object({
  id: v.string(),
  owner: v.string(),
  visitId: v.string(),
  role: v.picklist(PHOTO_ROLES),
  type: v.picklist(PHOTO_TYPES as readonly [PhotoType, ...PhotoType[]]),
  /** Absent in rows of releases before it was kept; their deal has it. */
  customerId: v.optional(v.string()),
  // Bytes, not a Blob: browsers keep blobs as separate files that can go missing while their row stays.
  /** Absent once the office has shown that it has the very same. */
  bytes: v.optional(v.instance(ArrayBuffer)),
  /** Lower-case hex; '' where the browser has no SHA-256 (plain http away from localhost). */
  sha256: v.string(),
  takenAt: v.number(),
  /** Where the office has it; absent until an image host has acknowledged it. */
  url: v.optional(v.string()),
  /** Of an upload to our server that has begun. */
  uploadId: v.optional(v.string()),
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

/**
 * As {@link readPhoto}, for who sends it. A browser keeps large values as files of its own, which a cleaning app can take
 * away: that one photo is then tried again later, and nothing else waits for it.
 */
export async function readPhotoToSend(id: string): Promise<StoredPhoto | undefined> {
  try {
    return await readPhoto(id)
  } catch (error) {
    reportProblem('Stored photo not read', error)
    throw new ApiFailure('phone')
  }
}

/** Changes a photo as it is stored now: one that the runner has removed meanwhile does not come back. */
export async function changePhoto(
  id: string,
  change: (photo: StoredPhoto) => StoredPhoto,
): Promise<void> {
  await writePhone([
    {
      store: 'photos',
      key: id,
      change(stored) {
        const parsed = v.safeParse(photoSchema, stored)
        return parsed.success ? change(parsed.output) : undefined
      },
    },
  ])
}

/**
 * Removes a photo that its host will never take, unless its deal has been completed meanwhile: then it is evidence.
 * @returns whether it is gone
 */
export async function discardPhoto({ id, visitId }: StoredPhoto): Promise<boolean> {
  const name = { store: 'photos', key: id } as const
  await dropCopies([name])
  const isGone = await changePhone(['photos', 'deals'], async (rows) => {
    if (await rows.has('deals', visitId)) return false
    await rows.delete('photos', id)
    return true
  })
  if (isGone) tellPhotoGone(id)
  else copyRows([name])
  return isGone
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

/** Whether the same bytes were taken on this phone for another customer: rows stay when their bytes have gone. */
export async function isUsedForAnother(sha256: string, customerId: string): Promise<boolean> {
  if (sha256 === '') return false
  const others: StoredPhoto[] = []
  const { store } = (await phoneDatabase()).transaction('photos')
  // One row at a time: those that wait for the network hold their bytes.
  for (let row = await store.openCursor(); row; row = await row.continue()) {
    const parsed = v.safeParse(photoSchema, row.value)
    if (parsed.success && parsed.output.sha256 === sha256) others.push(parsed.output)
  }
  const customers = await Promise.all(
    others.map(async (other) => other.customerId ?? (await readDeal(other.visitId))?.customerId),
  )
  return customers.some((id) => id !== undefined && id !== customerId)
}

export function photoFileName(photo: Pick<StoredPhoto, 'sha256' | 'id' | 'type'>): string {
  return `${photo.sha256 || photo.id}.${photoTypes[photo.type][0]}`
}
