import { PHOTO_TYPES, type PhotoRefusal, type PhotoRole } from '@veni/domain/photo'
import { appConfig } from '../../app-config.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { useTranslate } from '../../i18n/translate.ts'
import type { StoredPhoto } from '../../outbox/stores/photo-store.ts'
import { PhotoPicker } from '../../ui/choice/photo-picker.tsx'
import type { PhotoProblem } from './photo-slots.ts'
import type { PhotoSlot } from './use-photo.ts'

export interface PhotoFieldProps {
  kind: PhotoRole
  slot: Omit<PhotoSlot, 'ready'>
  /** Instead of the hint that the photo is required. */
  hint?: string
  /** The sentence for a missing photo, after the runner has tried to complete the deal. */
  missing?: string | undefined
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

const previewUrls = new WeakMap<StoredPhoto, string>()

/**
 * A URL that shows the photo, at our server after its bytes were sent. Object URLs are freed with the page:
 * a visit has only two photos, and a URL that is revoked too early shows an empty frame.
 */
function previewUrl(photo: StoredPhoto): string {
  if (!photo.bytes) return `${appConfig().apiBaseUrl}${photo.url}`
  const known = previewUrls.get(photo)
  if (known !== undefined) return known
  const created = URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }))
  previewUrls.set(photo, created)
  return created
}

/** The photo of the sealed packet or of the receipt. It shows whether the photo is uploaded. */
export function PhotoField({ kind, slot, hint, missing }: PhotoFieldProps) {
  const t = useTranslate()
  const { problem } = slot
  return (
    <PhotoPicker
      label={t(labels[kind])}
      hint={slot.isBusy ? t('evidence.working') : (hint ?? t('field.required'))}
      replaceHint={t(
        slot.isBusy ? 'evidence.working' : slot.isSent ? 'evidence.uploaded' : 'evidence.kept',
      )}
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
