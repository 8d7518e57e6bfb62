import { Camera, Images, Trash2 } from 'lucide-react'
import { useId } from 'react'

import { FieldError } from '../form/field-error.tsx'
import { IconButton } from '../button/icon-button.tsx'
import { PhotoChoice } from './photo-choice.tsx'
import styles from './photo-picker.module.css'

export interface PhotoPickerProps {
  label: string
  hint?: string
  error?: string
  /** What should be looked at and does not hinder. */
  warning?: string | undefined
  cameraLabel: string
  galleryLabel: string
  removeLabel: string
  /** Takes the place of the hint once there is a photo: that choosing again replaces it. */
  replaceHint?: string
  /** What the file dialog offers, such as `image/jpeg,image/png`. The caller checks what was picked. */
  accept: string
  /** The photo to show, or null while there is none. */
  previewUrl: string | null
  previewAlt: string
  busy?: boolean
  onPick: (file: File) => void
  onRemove: () => void
}

/** A photo from the camera or from the gallery. It only shows and asks; checking and keeping are the caller's. */
export function PhotoPicker(props: PhotoPickerProps) {
  const { label, error, previewUrl, accept, busy = false, onPick, onRemove } = props
  const errorId = useId()
  const hint = previewUrl ? (props.replaceHint ?? props.hint) : props.hint
  const shared = { accept, busy, invalid: Boolean(error), onPick }

  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={styles.label}>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {previewUrl && (
        <div className={styles.frame} aria-busy={busy || undefined}>
          <img className={styles.preview} src={previewUrl} alt={props.previewAlt} />
          <div className={styles.remove}>
            <IconButton icon={Trash2} label={props.removeLabel} danger onClick={onRemove} />
          </div>
        </div>
      )}
      <output className={styles.warning}>{props.warning}</output>
      <div className={styles.choices}>
        <PhotoChoice {...shared} icon={Camera} label={props.cameraLabel} camera />
        <PhotoChoice {...shared} icon={Images} label={props.galleryLabel} />
      </div>
      {error && (
        <div className={styles.error}>
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
