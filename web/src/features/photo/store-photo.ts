import type { PhotoRole } from '@veni/domain/photo'
import type { Visit } from '@veni/domain/visit'
import { ApiFailure } from '../../api/failure.ts'
import { environment } from '../../lib/environment.ts'
import { reportProblem } from '../../lib/report.ts'
import { sha256Hex } from '../../lib/sha256.ts'
import {
  discardPhoto,
  newPhotoId,
  readPhoto,
  storePhoto,
  type StoredPhoto,
} from '../../outbox/photo-store.ts'
import { isSendFailure } from '../../outbox/deps.ts'
import { uploadPhoto } from '../../outbox/page-outbox.ts'
import { isPhotoRefused } from '../../outbox/photo-transport.ts'
import { owner } from '../../state/session.ts'
import type { PreparedPhoto } from './prepare-photo.ts'

/** Stores a photo for its visit and reads it back: only what really is on the phone counts as kept. */
export async function storeVisitPhoto(
  photo: Extract<PreparedPhoto, { bytes: ArrayBuffer }>,
  visit: Visit,
  role: PhotoRole,
): Promise<StoredPhoto> {
  const stored: StoredPhoto = {
    id: newPhotoId(visit.id, role),
    owner: owner(),
    visitId: visit.id,
    customerId: visit.customer.id,
    role,
    type: photo.type,
    bytes: photo.bytes,
    sha256: await sha256Hex(photo.bytes),
    takenAt: environment().now(),
  }
  await storePhoto(stored)
  const kept = await readPhoto(stored.id)
  const isWhole =
    kept?.bytes?.byteLength === photo.bytes.byteLength &&
    (await sha256Hex(kept.bytes)) === stored.sha256
  if (!isWhole) throw new Error('the phone did not keep the photo')
  return stored
}

/**
 * Tries to send a kept photo at once.
 * @returns `refused` when the host will never take it (it is then removed, unless a completed deal has it),
 * `sent`, or `kept` for later
 */
export async function trySendPhoto(photo: StoredPhoto): Promise<'sent' | 'kept' | 'refused'> {
  try {
    await uploadPhoto(photo.id)
    return (await readPhoto(photo.id))?.url === undefined ? 'kept' : 'sent'
  } catch (error) {
    // A phone without room for one word more still has the photo.
    if (!isSendFailure(error)) reportProblem('Photo not marked as sent', error)
    if (!(error instanceof ApiFailure) || !isPhotoRefused(error)) return 'kept'
    return (await discardPhoto(photo)) ? 'refused' : 'kept'
  }
}
