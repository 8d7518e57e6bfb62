import { Camera, Images, Trash2, type LucideIcon } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'

import { FieldError } from '../form/field-error.tsx'
import { buttonStyle } from '../button/button.tsx'
import { IconButton } from '../button/icon-button.tsx'
import { SpinnerIcon } from '../placeholder/spinner-icon.tsx'
import styles from './photo-picker.module.css'

export interface PhotoPickerProps {
  label: string
  hint?: string
  error?: string
  /** A warning that does not block the runner. */
  warning?: string | undefined
  cameraLabel: string
  galleryLabel: string
  removeLabel: string
  /** Replaces the hint when there is a photo; it explains that another choice replaces the photo. */
  replaceHint?: string
  /** What the file dialog offers, such as `image/jpeg,image/png`. The caller checks what was picked. */
  accept: string
  /** The photo to show, or null while there is none. */
  previewUrl: string | null
  previewAlt: string
  busy?: boolean
  onPick: (file: File) => void
  /** For a photo that is shown. */
  onRemove?: (() => void) | undefined
}

/** Picks a photo from the camera or the gallery. The caller checks and stores the photo. */
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

interface PhotoChoiceProps {
  icon: LucideIcon
  label: string
  accept: string
  /** Opens the rear camera instead of the gallery. */
  camera?: boolean
  busy: boolean
  invalid: boolean
  onPick: (file: File) => void
}

/** A native file input that has the style of a button. */
function PhotoChoice(props: PhotoChoiceProps) {
  const { icon: Icon, label, accept, camera, busy, invalid, onPick } = props

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // An empty input reports the same file again when it is picked after Remove.
    event.target.value = ''
    if (file) onPick(file)
  }

  return (
    <label className={styles.choice}>
      <span className={buttonStyle('secondary')}>
        {busy ? <SpinnerIcon /> : <Icon />}
        <span>{label}</span>
      </span>
      <input
        type="file"
        accept={accept}
        capture={camera ? 'environment' : undefined}
        disabled={busy}
        aria-invalid={invalid || undefined}
        onChange={handleChange}
      />
    </label>
  )
}
