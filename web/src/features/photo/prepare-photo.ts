import {
  checkPhoto,
  MAX_PHOTO_BYTES,
  sniffPhotoType,
  type PhotoRefusal,
  type PhotoType,
} from '@veni/domain/photo'
import { wait } from '../../lib/wait.ts'
import { isPlainPhoto } from './plain-photo.ts'
import { SMALL_PHOTO_BYTES } from './scale-photo.ts'
import { shrinkPhoto } from './shrink-photo.ts'

export type PreparedPhoto =
  | { readonly bytes: ArrayBuffer; readonly type: PhotoType }
  | { readonly refusal: PhotoRefusal }

/** Longer than a cheap phone needs. A file that another app fetches from its cloud may never arrive. */
const LIMIT_MS = 60_000

/**
 * Draws the picked file again if it is large or has metadata, such as the position of the camera, and checks its size
 * afterwards (ruling 20). A file that the browser cannot decode stays as it is. Rejects after a minute.
 */
export const preparePhoto = (file: File): Promise<PreparedPhoto> =>
  Promise.race([prepare(file), failLater()])

async function failLater(): Promise<never> {
  await wait(LIMIT_MS)
  throw new Error('The photo was not prepared in time')
}

async function prepare(file: File): Promise<PreparedPhoto> {
  const refusal = checkPhoto(file, await firstBytes(file))
  if (refusal !== undefined && refusal !== 'too-large') return { refusal }
  const isPlain = isPlainPhoto(await file.arrayBuffer())
  // To shrink a small photo would only reduce its quality.
  if (isPlain && file.size <= SMALL_PHOTO_BYTES) return fromBytes(file)
  const shrunk = await shrinkPhoto(file)
  const best = shrunk && (!isPlain || shrunk.size < file.size) ? shrunk : file
  return best.size > MAX_PHOTO_BYTES ? { refusal: 'too-large' } : fromBytes(best)
}

async function firstBytes(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, 16).arrayBuffer())
}

async function fromBytes(photo: Blob): Promise<PreparedPhoto> {
  const bytes = await photo.arrayBuffer()
  const type = sniffPhotoType(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)))
  return type ? { bytes, type } : { refusal: 'wrong-type' }
}
