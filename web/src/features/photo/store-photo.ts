import type { PhotoRole } from '@veni/domain/photo'
import type { Visit } from '@veni/domain/visit'
import { ApiFailure } from '../../api/failure.ts'
import { reportProblem } from '../../lib/report.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import {
  discardPhoto,
  newPhotoId,
  readPhoto,
  storePhoto,
  type StoredPhoto,
} from '../../outbox/stores/photo-store.ts'
import { isSendFailure } from '../../outbox/deps.ts'
import { uploadPhoto } from '../../outbox/page-outbox.ts'
import { isPhotoRefused } from '../../outbox/transport/refusals.ts'
import { requireOwner } from '../../state/session.ts'
import type { PreparedPhoto } from './prepare-photo.ts'

export interface PhotoPlace {
  readonly visit: { readonly id: string; readonly customer: Pick<Visit['customer'], 'id'> }
  readonly role: PhotoRole
  /** The owner when the runner chose the file; '' when nobody was signed in. */
  readonly takenBy: string
  /** When that was, ms since 1970. The newest photo of a visit counts, and one that was chosen before can be ready later. */
  readonly takenAt: number
}

/**
 * Stores a photo for its visit and reads it back, because a full disk can lose its bytes.
 * @throws if the stored photo differs from the given one, or the runner has signed out meanwhile
 */
export async function storeVisitPhoto(
  photo: Extract<PreparedPhoto, { bytes: ArrayBuffer }>,
  { visit, role, takenBy, takenAt }: PhotoPlace,
): Promise<StoredPhoto> {
  const stored: StoredPhoto = {
    id: newPhotoId(visit.id, role),
    owner: takenBy,
    visitId: visit.id,
    customerId: visit.customer.id,
    role,
    type: photo.type,
    bytes: photo.bytes,
    sha256: await sha256Hex(photo.bytes),
    takenAt,
  }
  // A large photo takes seconds to prepare. After a sign-out nobody would seal or delete it.
  await storePhoto(stored, () => requireOwner(takenBy))
  const copy = await readPhoto(stored.id)
  const isWhole =
    copy?.bytes?.byteLength === photo.bytes.byteLength &&
    (await sha256Hex(copy.bytes)) === stored.sha256
  if (!isWhole) throw new Error('the phone did not store the photo')
  return stored
}

/**
 * Tries to send a stored photo at once.
 * @returns `refused` if the host rejects it for good (it is then deleted, unless a completed deal has it),
 * `sent`, or `stored` if it is sent later
 */
export async function trySendPhoto(photo: StoredPhoto): Promise<'sent' | 'stored' | 'refused'> {
  try {
    await uploadPhoto(photo.id)
    return (await readPhoto(photo.id))?.url === undefined ? 'stored' : 'sent'
  } catch (error) {
    // The photo stays on the phone if only its mark could not be stored.
    if (!isSendFailure(error)) reportProblem('Photo not marked as sent', error)
    if (!(error instanceof ApiFailure) || !isPhotoRefused(error)) return 'stored'
    return (await discardPhoto(photo)) ? 'refused' : 'stored'
  }
}
