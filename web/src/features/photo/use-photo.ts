import type { PhotoRefusal, PhotoRole } from '@veni/domain/photo'
import { isDemoVisit, type Visit } from '@veni/domain/visit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { environment } from '../../lib/environment.ts'
import { reportProblem } from '../../lib/report.ts'
import {
  discardPhotos,
  findPhoto,
  isUsedForAnother,
  onPhotoGone,
  readPhoto,
  type StoredPhoto,
} from '../../outbox/stores/photo-store.ts'
import { owner } from '../../state/session.ts'
import { storeVisitPhoto, trySendPhoto } from './store-photo.ts'
import { preparePhoto } from './prepare-photo.ts'

export type PhotoProblem = PhotoRefusal | 'upload-failed'

interface PhotoState {
  readonly photo: StoredPhoto | undefined
  /** The photo is at an image host; otherwise it is only on this phone. */
  readonly isSent: boolean
  readonly isBusy: boolean
  readonly problem: PhotoProblem | undefined
}

const EMPTY: PhotoState = { photo: undefined, isSent: false, isBusy: false, problem: undefined }

export interface PhotoSlot extends PhotoState {
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
  const [state, setState] = useState(EMPTY)
  // Only the newest pick changes the state: an older one that ends late must not show its photo again.
  const turn = useRef(0)
  /** The turn of the last removal. */
  const removal = useRef(0)

  useEffect(() => {
    const mine = ++turn.current
    findPhoto(owner(), visit.id, role).then(
      (photo) => {
        if (mine === turn.current && photo)
          setState({ ...EMPTY, photo, isSent: photo.url !== undefined })
      },
      (error: unknown) => reportProblem('Stored photo not read', error),
    )
  }, [visit.id, role])

  useEffect(() => onPhotoGone((id) => setState((before) => without(id, before))), [])

  const pick = useCallback(
    (file: File) => {
      const mine = ++turn.current
      const show = (next: Partial<PhotoState>) => {
        if (mine === turn.current) setState((before) => ({ ...before, isBusy: false, ...next }))
        // The runner has removed the photo while it was prepared.
        else if (next.photo && mine < removal.current) discard(visit.id, role, next.photo.takenAt)
      }
      setState((before) => ({ ...before, isBusy: true, problem: undefined }))
      takePhoto(file, visit, role, show).catch((error: unknown) => {
        reportProblem('Photo not stored', error)
        show({ problem: 'upload-failed' })
      })
    },
    [visit, role],
  )

  const remove = useCallback(() => {
    turn.current += 1
    removal.current = turn.current
    setState(EMPTY)
    // Also those that it replaced: the newest photo of the visit is shown again at the next start.
    discard(visit.id, role, Math.max(environment().now(), state.photo?.takenAt ?? 0))
  }, [visit.id, role, state.photo])

  const isUsedBefore = useIsUsedBefore(state.photo?.sha256 ?? '', visit.customer.id)
  const ready = state.isBusy ? undefined : state.photo
  return { ...state, ready, isUsedBefore, pick, remove }
}

function discard(visitId: string, role: PhotoRole, until: number) {
  discardPhotos(visitId, role, until).catch((error: unknown) =>
    reportProblem('Photo not removed', error),
  )
}

const without = (id: string, state: PhotoState): PhotoState =>
  state.photo?.id === id ? { ...EMPTY, problem: 'upload-failed' } : state

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

/** @param show shows a change; the photo before this one is still stored if the file is refused */
async function takePhoto(
  file: File,
  visit: Visit,
  role: PhotoRole,
  show: (change: Partial<PhotoState>) => void,
): Promise<void> {
  const taken = { takenBy: owner(), takenAt: environment().now() }
  const prepared = await preparePhoto(file)
  if ('refusal' in prepared) return show({ problem: prepared.refusal })
  const photo = await storeVisitPhoto(prepared, { visit, role, ...taken })
  // The runner can continue now: the upload needs no attention.
  show({ photo, isSent: false })
  if (isDemoVisit(visit)) return
  const result = await trySendPhoto(photo)
  if (result === 'refused') return show({ ...EMPTY, problem: 'upload-failed' })
  // Read again, because the next record needs the URL of the upload.
  show({
    photo: (await readPhoto(photo.id).catch(() => undefined)) ?? photo,
    isSent: result === 'sent',
  })
}
