import { createHash } from 'node:crypto'
import type { PhotoType } from '@veni/domain/photo'
import type { Deps } from '../deps.ts'
import type { PhotoKey } from './photo-store.ts'
import { findImage, insertImage } from './store.ts'

/** Keeps a photo for its runner; resolves when it is safe. The same photo again is the same record. Throws `AppError`. */
export async function keepPhoto(
  { db, photoStore }: Pick<Deps, 'db' | 'photoStore'>,
  runnerId: number,
  bytes: Uint8Array,
): Promise<PhotoKey> {
  // Not with the server: one that starts again after a crash is not kept waiting for two decoders.
  const { provePhoto } = await import('./photo-type.ts')
  const type = await provePhoto(bytes)
  const key = { hash: hashOf(bytes), type }
  // Bytes before record: a record never names a photo that is not there.
  await photoStore.put(key, bytes)
  await insertImage(db, { ...key, runnerId, bytes: bytes.length })
  return key
}

/** SHA-256 in lower-case hexadecimal: the name of a photo. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
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
