import type { PhotoRefusal } from '@veni/domain/photo'
import { useCallback, useEffect, useRef, useState } from 'react'
import { reportProblem } from '../../lib/report.ts'
import {
  deletePhoto,
  findPhoto,
  type PhotoRole,
  type StoredPhoto,
} from '../../outbox/photo-store.ts'
import { owner } from '../../state/session.ts'
import { keepPhoto, trySendPhoto } from './keep-photo.ts'
import { preparePhoto } from './prepare-photo.ts'

export type PhotoProblem = PhotoRefusal | 'upload-failed'

interface PhotoState {
  readonly photo: StoredPhoto | undefined
  /** With an image host already; otherwise it is kept on this phone. */
  readonly isSent: boolean
  readonly isBusy: boolean
  readonly problem: PhotoProblem | undefined
}

const EMPTY: PhotoState = { photo: undefined, isSent: false, isBusy: false, problem: undefined }

export interface PhotoSlot extends PhotoState {
  readonly pick: (file: File) => void
  readonly remove: () => void
}

/**
 * One photo of a visit. It belongs to its visit from the moment it is taken, so it is there again after a
 * reload or after the camera made the phone close the page.
 * @param isDemo demo photos never leave the phone
 */
export function usePhoto(visitId: string, role: PhotoRole, isDemo: boolean): PhotoSlot {
  const [state, setState] = useState(EMPTY)
  // Only the newest pick may speak: an older one that ends late must not bring its photo back.
  const turn = useRef(0)

  useEffect(() => {
    const mine = ++turn.current
    findPhoto(owner(), visitId, role).then(
      (photo) => {
        if (mine === turn.current && photo)
          setState({ ...EMPTY, photo, isSent: photo.url !== undefined })
      },
      (error: unknown) => reportProblem('Stored photo not read', error),
    )
  }, [visitId, role])

  const pick = useCallback(
    (file: File) => {
      const mine = ++turn.current
      const show = (next: PhotoState) => {
        if (mine === turn.current) setState(next)
      }
      setState((before) => ({ ...before, isBusy: true, problem: undefined }))
      takePhoto(file, visitId, role, { isDemo, show }).catch((error: unknown) => {
        reportProblem('Photo not kept', error)
        show({ ...EMPTY, problem: 'upload-failed' })
      })
    },
    [visitId, role, isDemo],
  )

  const remove = useCallback(() => {
    turn.current += 1
    if (state.photo) void deletePhoto(state.photo.id)
    setState(EMPTY)
  }, [state.photo])

  return { ...state, pick, remove }
}

async function takePhoto(
  file: File,
  visitId: string,
  role: PhotoRole,
  { isDemo, show }: { readonly isDemo: boolean; readonly show: (state: PhotoState) => void },
): Promise<void> {
  const prepared = await preparePhoto(file)
  if ('refusal' in prepared) return show({ ...EMPTY, problem: prepared.refusal })
  const photo = await keepPhoto(prepared, visitId, role)
  // Kept is enough to go on: the upload runs behind the runner's back.
  show({ ...EMPTY, photo })
  if (isDemo) return
  const result = await trySendPhoto(photo)
  if (result === 'refused') show({ ...EMPTY, problem: 'upload-failed' })
  else show({ ...EMPTY, photo, isSent: result === 'sent' })
}
