import { ApiFailure } from '../../api/failure.ts'
import { sha256Hex } from '../../lib/sha256.ts'
import {
  deletePhoto,
  newPhotoId,
  readPhoto,
  savePhoto,
  type PhotoRole,
  type StoredPhoto,
} from '../../outbox/photo-store.ts'
import { isPhotoRefused, uploadStoredPhoto } from '../../outbox/photo-upload.ts'
import { owner } from '../../state/session.ts'
import type { PreparedPhoto } from './prepare-photo.ts'

/** Stores a photo for its visit and reads it back: only what really is on the phone counts as kept. */
export async function keepPhoto(
  photo: Extract<PreparedPhoto, { bytes: ArrayBuffer }>,
  visitId: string,
  role: PhotoRole,
): Promise<StoredPhoto> {
  const stored: StoredPhoto = {
    id: newPhotoId(visitId, role),
    owner: owner(),
    visitId,
    role,
    type: photo.type,
    bytes: photo.bytes,
    sha256: await sha256Hex(photo.bytes),
    takenAt: Date.now(),
  }
  await savePhoto(stored)
  const kept = await readPhoto(stored.id)
  const isWhole = kept !== undefined && (await sha256Hex(kept.bytes)) === stored.sha256
  if (!isWhole || kept.bytes.byteLength !== photo.bytes.byteLength)
    throw new Error('the phone did not keep the photo')
  return stored
}

/**
 * Tries to send a kept photo at once.
 * @returns `refused` when the host will never take it (it is then removed), `sent`, or `kept` for later
 */
export async function trySendPhoto(photo: StoredPhoto): Promise<'sent' | 'kept' | 'refused'> {
  try {
    await uploadStoredPhoto(photo.id)
    return (await readPhoto(photo.id))?.url === undefined ? 'kept' : 'sent'
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (!isPhotoRefused(error)) return 'kept'
    await deletePhoto(photo.id)
    return 'refused'
  }
}
