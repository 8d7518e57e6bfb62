import { createHash } from 'node:crypto'
import type { PhotoType } from '@veni/domain/photo'
import type { Deps } from '../deps.ts'
import type { PhotoKey } from './photo-store.ts'
import { provePhoto } from './photo-type.ts'
import { findImage, insertImage } from './store.ts'

/** Keeps a photo for its runner; resolves when it is safe. The same photo again is the same record. Throws `AppError`. */
export async function keepPhoto(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  runnerId: number,
  bytes: Uint8Array,
): Promise<PhotoKey> {
  const type = await provePhoto(bytes)
  const key = { hash: createHash('sha256').update(bytes).digest('hex'), type }
  // Bytes before record: a record never names a photo that is not there.
  await photoStore.put(key, bytes)
  await insertImage(db, { ...key, runnerId, bytes: bytes.length })
  return key
}

/** A photo that this runner has uploaded, or undefined: another's is as good as not there. */
export async function findPhoto(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  runnerId: number,
  hash: string,
): Promise<{ type: PhotoType; bytes: Uint8Array } | undefined> {
  const type = await findImage(db, runnerId, hash)
  const bytes = type && (await photoStore.get({ hash, type }))
  return bytes && { type, bytes }
}
