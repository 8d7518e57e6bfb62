import type { PhotoRole } from '@veni/domain/photo'
import { isDemoVisit, type Visit } from '@veni/domain/visit'
import { useEffect, useState } from 'react'
import { environment } from '../../lib/environment.ts'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import {
  discardPhoto,
  discardPhotos,
  findPhoto,
  isUsedForAnother,
  readPhoto,
  type StoredPhoto,
} from '../../outbox/stores/photo-store.ts'
import { owner } from '../../state/session.ts'
import { photoIdStart } from '../../storage/collections/photos.ts'
import {
  beginPick,
  closeSlot,
  emptySlot,
  endPick,
  isPreparing,
  openSlot,
  photoSlot,
  showAgain,
  showStored,
  type PhotoState,
} from './photo-slots.ts'
import { preparePhoto } from './prepare-photo.ts'
import { storeVisitPhoto, trySendPhoto } from './store-photo.ts'

export interface PhotoSlot extends Pick<PhotoState, 'photo' | 'isSent' | 'problem'> {
  readonly isBusy: boolean
  /** The photo that a deal takes: none while the phone prepares the one that replaces it. */
  readonly ready: StoredPhoto | undefined
  /** Another customer has a photo with the same bytes. The screen only warns; the runner and the office decide. */
  readonly isUsedBefore: boolean
  readonly pick: (file: File) => void
  readonly remove?: () => void
}

/**
 * One photo of a visit. It is stored with its visit at once, because the phone may close the page while the camera
 * is open. Photos of demo customers never leave the phone.
 */
export function usePhoto(visit: Visit, role: PhotoRole): PhotoSlot {
  const slot = photoIdStart(visit.id, role)
  const state = useValue(photoSlot(slot))
  const { photo, isSent, problem } = state

  useEffect(() => {
    let isShown = true
    const last = openSlot(slot)
    findPhoto(owner(), visit.id, role).then(
      (stored) => isShown && showStored(slot, last, stored),
      (error: unknown) => reportProblem('Stored photo not read', error),
    )
    return () => {
      isShown = false
      closeSlot(slot)
    }
  }, [slot, visit.id, role])

  function remove() {
    emptySlot(slot)
    // Also those that it replaced: the newest photo of the visit is shown again at the next start.
    const until = Math.max(environment().now(), photo?.takenAt ?? 0)
    discardPhotos(visit.id, role, until).catch((error: unknown) =>
      reportProblem('Photo not removed', error),
    )
  }

  const isBusy = isPreparing(state)
  return {
    photo,
    isSent,
    problem,
    isBusy,
    ready: isBusy ? undefined : photo,
    isUsedBefore: useIsUsedBefore(photo?.sha256 ?? '', visit.customer.id),
    pick: (file) => void takePhoto(file, visit, role),
    remove,
  }
}

function useIsUsedBefore(sha256: string, customerId: string): boolean {
  const [used, setUsed] = useState('')
  useEffect(() => {
    isUsedForAnother(sha256, customerId).then(
      (isUsed) => setUsed(isUsed ? sha256 : ''),
      (error: unknown) => reportProblem('Earlier photos not read', error),
    )
  }, [sha256, customerId])
  return sha256 !== '' && used === sha256
}

async function takePhoto(file: File, visit: Visit, role: PhotoRole): Promise<void> {
  const slot = photoIdStart(visit.id, role)
  const pick = beginPick(slot)
  // The photo with the latest time counts. The clock may have been set back since the one that is shown.
  const shownAt = photoSlot(slot).get().photo?.takenAt ?? 0
  const taken = { takenBy: owner(), takenAt: Math.max(environment().now(), shownAt + 1) }
  try {
    const prepared = await preparePhoto(file)
    if ('refusal' in prepared) return void endPick(slot, pick, prepared.refusal)
    const photo = await storeVisitPhoto(prepared, { visit, role, ...taken })
    // Alone: when the clock was set back, the photo that is shown now can have an earlier time than this removed one.
    if (!endPick(slot, pick, photo)) return void (await discardPhoto(photo))
    // The runner can continue now: the upload needs no attention.
    if (isDemoVisit(visit)) return
    await trySendPhoto(photo)
    // The next record needs the URL of the upload.
    showAgain(slot, (await readPhoto(photo.id).catch(() => undefined)) ?? photo)
  } catch (error) {
    reportProblem('Photo not stored', error)
    endPick(slot, pick, 'upload-failed')
  }
}
