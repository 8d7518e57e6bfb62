import { useEffect, useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { environment } from '../../lib/environment.ts'
import { reportProblem } from '../../lib/report.ts'
import type { EntryHead } from '../../outbox/entry.ts'
import { resume } from '../../outbox/page-outbox.ts'
import {
  listBadPhotos,
  replacePhoto,
  type BadPhoto,
} from '../../outbox/stores/later-photo-store.ts'
import { owner } from '../../state/session.ts'
import { showToast } from '../../ui/message/toast-store.ts'
import { PhotoField } from './photo-field.tsx'
import { preparePhoto } from './prepare-photo.ts'
import { storeVisitPhoto } from './store-photo.ts'
import type { PhotoProblem } from './photo-slots.ts'

export interface BadPhotosProps {
  entry: EntryHead
}

/** The photos of a deal that were refused or lost. The runner can take another one in place of each. */
export function BadPhotos({ entry }: BadPhotosProps) {
  const bad = useBadPhotos(entry)
  return bad.map((photo) => <BadPhotoField key={photo.id} entry={entry} bad={photo} />)
}

function useBadPhotos(entry: EntryHead): readonly BadPhoto[] {
  const [bad, setBad] = useState<readonly BadPhoto[]>([])
  useEffect(() => {
    let isCurrent = true
    listBadPhotos(entry).then(
      (found) => {
        if (isCurrent) setBad(found)
      },
      (error: unknown) => reportProblem('Refused photos not read', error),
    )
    return () => {
      isCurrent = false
    }
  }, [entry])
  return bad
}

function BadPhotoField({ entry, bad }: BadPhotosProps & { bad: BadPhoto }) {
  const t = useTranslate()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<PhotoProblem>()

  async function pick(file: File) {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const found = await takeLaterPhoto(file, entry, bad)
      setProblem(found)
      if (!found) showToast({ message: t('evidence.kept'), tone: 'success' })
    } catch (error) {
      reportProblem('Photo not replaced', error)
      setProblem('upload-failed')
    } finally {
      setIsBusy(false)
    }
  }

  const slot = { photo: undefined, isSent: false, isUsedBefore: false, isBusy, problem }
  return (
    <PhotoField
      kind={bad.role}
      slot={{ ...slot, pick: (file) => void pick(file) }}
      hint={t('outbox.refused.retake')}
    />
  )
}

/** @returns what is wrong with the file; undefined when the photo is stored and will be sent */
async function takeLaterPhoto(
  file: File,
  { id, visitId = '', customerId }: EntryHead,
  bad: BadPhoto,
): Promise<PhotoProblem | undefined> {
  const taken = { takenBy: owner(), takenAt: environment().now() }
  const prepared = await preparePhoto(file)
  if ('refusal' in prepared) return prepared.refusal
  const visit = { id: visitId, customer: { id: customerId } }
  const photo = await storeVisitPhoto(prepared, { visit, role: bad.role, ...taken })
  // "Send again" or another tab may have changed the entry meanwhile: then the photo is deleted, and the runner is told.
  if (!(await replacePhoto(id, bad, photo, taken.takenAt))) return 'upload-failed'
  await resume(id)
  return undefined
}
