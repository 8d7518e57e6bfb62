import { createHash } from 'node:crypto'
import { api } from '@veni/domain/api'
import type { ErrorCode } from '@veni/domain/api/endpoint'
import {
  type PhotoRefusal,
  photoRefusalMessages,
  type PhotoType,
  photoTypes,
} from '@veni/domain/photo'
import { type Transact, transactIn } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { PhotoKey } from './photo-store.ts'
import { findPhotoType, hasPhoto, insertPhoto, noteFound } from './store.ts'

/** The bytes of a whole photo of an allowed type and size. */
export interface CheckedPhoto {
  readonly key: PhotoKey
  readonly bytes: Uint8Array
}

/**
 * Stores a photo for its runner and resolves when it would survive a power cut. The same photo again adds no second
 * record. Throws what `transact` and {@link decodePhoto} throw.
 */
export async function storePhoto(
  deps: Pick<Deps, 'db' | 'photoDecoder' | 'photoStore'>,
  runnerId: number,
  bytes: Uint8Array,
  transact: Transact = transactIn(deps.db),
): Promise<PhotoKey> {
  const photo = await decodePhoto(deps, runnerId, bytes)
  await storeCheckedPhoto(deps, runnerId, photo, transact)
  return photo.key
}

/**
 * Checks bytes before they are stored. It can take seconds, so call it in no transaction: the embedded database has one
 * connection. Throws `wrong-type` for bytes that are no whole photo, and `unavailable` when they cannot be checked now.
 */
export async function decodePhoto(
  { photoDecoder }: Pick<Deps, 'photoDecoder'>,
  runnerId: number,
  bytes: Uint8Array,
): Promise<CheckedPhoto> {
  const type = await photoDecoder.detectType(runnerId, bytes)
  if (!type) throw photoRefusal('wrong-type')
  return { key: { hash: hashOf(bytes), type }, bytes }
}

/** Does the second half of {@link storePhoto}. */
export async function storeCheckedPhoto(
  { photoStore }: Pick<Deps, 'photoStore'>,
  runnerId: number,
  { key, bytes }: CheckedPhoto,
  transact: Transact,
): Promise<void> {
  // The bytes come first, so that a record never names a missing photo.
  await photoStore.put(key, bytes)
  await transact((tx) => insertPhoto(tx, { ...key, runnerId, bytes: bytes.length }))
  // An erase may have deleted the same photo of another runner before; from now on it finds the record. This question is in
  // no transaction: with a slow bucket, photos would take all connections of the database.
  if ((await photoStore.size(key)) === undefined)
    await transact(async (tx) => {
      // An erase since then has deleted the record with the photo, which must stay away.
      if (await noteFound(tx, runnerId, key.hash)) await photoStore.put(key, bytes)
    })
}

/** SHA-256 in lower-case hexadecimal: the name of a photo. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns a photo that this runner has uploaded; undefined for every other photo. */
export async function findPhoto(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  runnerId: number,
  hash: string,
): Promise<{ type: PhotoType; bytes: Uint8Array } | undefined> {
  const type = await findPhotoType(db, runnerId, hash)
  const bytes = type && (await photoStore.get({ hash, type }))
  return bytes && { type, bytes }
}

/**
 * Returns the copy of a photo that a browser may show: a JPEG without the metadata of the camera. The first call makes
 * it. @returns undefined for a photo that this runner has not uploaded. Throws `unavailable`.
 */
export async function findShownPhoto(
  deps: Pick<Deps, 'db' | 'photoDecoder' | 'photoStore' | 'shownPhotoStore'>,
  runnerId: number,
  hash: string,
): Promise<{ type: PhotoType; shown: Uint8Array } | undefined> {
  const type = await findPhotoType(deps.db, runnerId, hash)
  if (!type) return undefined
  const stored = await deps.shownPhotoStore.get(shownPhotoKey(hash))
  if (stored) return { type, shown: stored }
  const bytes = await deps.photoStore.get({ hash, type })
  if (!bytes) return undefined
  const shown = await deps.photoDecoder.encodeShown(runnerId, bytes)
  // Not in a transaction: the disk may be slow, and the embedded database has one connection.
  await deps.shownPhotoStore.put(shownPhotoKey(hash), shown)
  // An erase that begins now deletes the copy. One that began before did not see it, so wait until that one ends. When
  // that takes too long, nobody knows, and the next call makes the copy again.
  let isThere = false
  try {
    isThere = await hasPhoto(deps.db, runnerId, hash)
  } finally {
    if (!isThere) await deps.shownPhotoStore.delete(shownPhotoKey(hash))
  }
  return isThere ? { type, shown } : undefined
}

/** The copy of a photo has the name of the photo. @param hash of the photo, not of the copy */
export const shownPhotoKey = (hash: string): PhotoKey => ({ hash, type: 'image/jpeg' })

/** The URL is relative to the API, because one server can have several names. */
export function photoUrl({ hash, type }: PhotoKey): string {
  return urlOfFile(`${hash}.${photoTypes[type][0]}`)
}

export function urlOfFile(file: string): string {
  return api.image.path.replace(':file', file)
}

/** The refusal in the specified words. */
export function photoRefusal(refusal: PhotoRefusal): AppError {
  return new AppError(refusalCodes[refusal], photoRefusalMessages[refusal])
}

const refusalCodes = {
  'no-file': 'bad-request',
  'too-large': 'too-large',
  'wrong-type': 'wrong-type',
} as const satisfies Record<PhotoRefusal, ErrorCode>
