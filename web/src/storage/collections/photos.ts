/** Photos as bytes, by photo id. An object URL ends with its page; a photo must not (ruling 20). */
import { PHOTO_ROLES, PHOTO_TYPES, type PhotoRole, type PhotoType } from '@veni/domain/photo'
import * as v from 'valibot'
import { sha256Hex } from '../../lib/bytes.ts'
import { defineCollection } from '../collection.ts'
import { findReceivedVisits } from './deals.ts'

export const photoSchema = v.object({
  id: v.string(),
  owner: v.string(),
  visitId: v.string(),
  role: v.picklist(PHOTO_ROLES),
  type: v.picklist(PHOTO_TYPES as readonly [PhotoType, ...PhotoType[]]),
  /** Absent in rows of older releases; their deal has it. */
  customerId: v.optional(v.string()),
  // Bytes, not a Blob: browsers store blobs as separate files that can go missing while their row stays.
  /** Absent once the server has shown that it has the very same bytes. */
  bytes: v.optional(v.instance(ArrayBuffer)),
  /** Lower-case hex; '' where the browser has no SHA-256 (plain http away from localhost). */
  sha256: v.string(),
  takenAt: v.number(),
  /** Its address at the image host; absent until the host has acknowledged it. */
  url: v.optional(v.string()),
  /** The id of a begun upload to our server. */
  uploadId: v.optional(v.string()),
  /** The code or status with which its host refused it; absent when it has not. */
  refusal: v.optional(v.string()),
})
export type StoredPhoto = v.InferOutput<typeof photoSchema>

/** Ids begin with what a photo is looked up by. */
export const photoIdStart = (visitId: string, role: PhotoRole) => `${visitId}.${role}.`
export const visitOfPhoto = (photoId: string): string => photoId.split('.')[0] ?? ''

interface Upload {
  readonly bytes?: ArrayBuffer
  readonly sha256?: string
  readonly url?: string
}

export const photos = defineCollection({
  schema: photoSchema,
  isSealed: true,
  secondCopy: {
    isAwaited: true,
    hasBytes: true,
    /** The host would refuse a part of a photo, or take it for the whole. */
    isWhole: async ({ bytes, sha256 = '' }: Upload) =>
      bytes === undefined || sha256 === '' || (await sha256Hex(bytes)) === sha256,
    /** A photo without bytes, or with an address at its host, is not on this phone alone. */
    isNeeded: ({ bytes, url }: Upload) => bytes !== undefined && url === undefined,
    isEvictable: () => true,
    /** The server has the photos of a received deal. */
    async findUncopied(find) {
      const received = await findReceivedVisits(find)
      return (id) => !received.has(visitOfPhoto(id))
    },
  },
})
