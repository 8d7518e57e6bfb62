import { PHOTO_TYPES, type PhotoRefusal, type PhotoRole } from '@veni/domain/photo'
import type { MessageKey } from '../../i18n/en.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { PhotoPicker } from '../../ui/choice/photo-picker.tsx'
import { previewUrl } from './preview-url.ts'
import type { PhotoProblem, PhotoSlot } from './use-photo.ts'

export interface PhotoFieldProps {
  kind: PhotoRole
  slot: PhotoSlot
  /** What the deal lacks, once the runner has tried to complete it. */
  missing: string | undefined
}

const labels = {
  packet: 'evidence.packet',
  receipt: 'evidence.receipt',
} as const satisfies Record<PhotoRole, MessageKey>

const refusals = {
  'no-file': 'upload.no-file',
  'too-large': 'upload.too-large',
  'wrong-type': 'upload.wrong-type',
} as const satisfies Record<PhotoRefusal, MessageKey>

const uploadFailed = {
  packet: 'upload.photoFailed',
  receipt: 'upload.receiptFailed',
} as const satisfies Record<PhotoRole, MessageKey>

function problemKey(problem: PhotoProblem, role: PhotoRole) {
  return problem === 'upload-failed' ? uploadFailed[role] : refusals[problem]
}

/** The sealed packet's photo or the cash receipt, with the truth about where it is. */
export function PhotoField({ kind, slot, missing }: PhotoFieldProps) {
  const t = useTranslate()
  const { problem } = slot
  return (
    <PhotoPicker
      label={t(labels[kind])}
      hint={slot.isBusy ? t('evidence.working') : t('field.required')}
      replaceHint={slot.isSent ? t('evidence.uploaded') : t('evidence.kept')}
      warning={slot.isUsedBefore ? t('evidence.usedBefore') : undefined}
      error={problem ? t(problemKey(problem, kind)) : slot.photo ? undefined : missing}
      cameraLabel={t('evidence.camera')}
      galleryLabel={t('evidence.gallery')}
      removeLabel={t('evidence.remove')}
      accept={PHOTO_TYPES.join(',')}
      previewUrl={slot.photo ? previewUrl(slot.photo) : null}
      previewAlt={t(labels[kind])}
      busy={slot.isBusy}
      onPick={slot.pick}
      onRemove={slot.remove}
    />
  )
}
