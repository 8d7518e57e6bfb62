/**
 * The file with which a phone exports unsent deals and their photos, for `npm run ops -- import deals FILE`.
 * The file is JSON in UTF-8. A damaged entry does not affect the others.
 */
import * as v from 'valibot'
import { PHOTO_ROLES, PHOTO_TYPES, type PhotoType } from '../photo.ts'
import { ENTRY_VERSIONS, listPhotos, workSchema } from '../work.ts'

export const DEALS_FILE_FORMAT = 'veni-deals'
export const DEALS_FILE_VERSION = 1
/** Of a file with rows that the phone could not read: an older server must not ignore them. */
export const UNREADABLE_FILE_VERSION = 2

/** More than a phone can store. */
const MOST_ROWS = 50_000

export const dealsFileSchema = v.object({
  format: v.literal(DEALS_FILE_FORMAT),
  version: v.picklist([DEALS_FILE_VERSION, UNREADABLE_FILE_VERSION]),
  exported_at: v.pipe(v.string(), v.isoTimestamp()),
  /** `toPhoneKey` of the runner's phone. */
  owner: v.string(),
  /** Each is an {@link exportedEntrySchema}. */
  entries: v.pipe(v.array(v.unknown()), v.maxLength(MOST_ROWS)),
  /** Each is an {@link exportedPhotoSchema} and belongs to the visit of an entry. */
  photos: v.pipe(v.array(v.unknown()), v.maxLength(MOST_ROWS)),
  /** Each is an {@link unreadableRowSchema}. */
  unreadable: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(MOST_ROWS)), []),
})
export type DealsFile = v.InferOutput<typeof dealsFileSchema>

/** A row as the phone stores it. The app could not read it, or it belongs to a row that the app could not read. */
export const unreadableRowSchema = v.object({
  collection: v.string(),
  /** The key of a deal, and of the entry that sends it, is the id of the visit. */
  key: v.string(),
  /** `toPhoneKey` of the runner's phone; null when the phone could not tell whose row it is. */
  owner: v.nullable(v.string()),
  row: v.optional(v.unknown()),
})
export type ExportedRow = v.InferOutput<typeof unreadableRowSchema>

/**
 * The work of an entry, with at most one photo of each role: anybody can write such a file, and each photo costs the
 * server time. The phone reads its own entries without this check, so that it never loses one.
 */
const exportedWorkSchema = v.pipe(
  workSchema,
  v.check((work) => {
    const roles = listPhotos(work).map(({ role }) => role)
    return new Set(roles).size === roles.length
  }),
)

/** An entry of the phone's outbox. Fields that only the phone needs are ignored. */
export const exportedEntrySchema = v.object({
  /** An entry of a newer release may have steps that this one does not know. */
  version: v.optional(v.picklist(ENTRY_VERSIONS)),
  id: v.pipe(v.string(), v.uuid()),
  owner: v.string(),
  customerId: v.string(),
  createdAt: v.number(),
  state: v.string(),
  orderId: v.optional(v.string()),
  work: exportedWorkSchema,
})
export type ExportedEntry = v.InferOutput<typeof exportedEntrySchema>

/** `v.base64` needs a stack as long as the text: a photo of 4 MB fails with a RangeError. */
const base64 = v.pipe(
  v.string(),
  v.regex(/^[\dA-Za-z+/]*={0,2}$/),
  v.check((text) => text.length % 4 === 0),
)

export const exportedPhotoSchema = v.object({
  id: v.string(),
  visit_id: v.string(),
  role: v.picklist(PHOTO_ROLES),
  type: v.picklist(PHOTO_TYPES as readonly [PhotoType, ...PhotoType[]]),
  /** Lower-case hexadecimal; '' when the phone's browser could not compute it. */
  sha256: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{64})?$/)),
  taken_at: v.pipe(v.string(), v.isoTimestamp()),
  base64,
})
export type ExportedPhoto = v.InferOutput<typeof exportedPhotoSchema>
