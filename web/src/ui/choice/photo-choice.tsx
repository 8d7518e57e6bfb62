import type { LucideIcon } from 'lucide-react'
import type { ChangeEvent } from 'react'

import { buttonStyle } from '../button/button-style.ts'
import styles from './photo-picker.module.css'
import { SpinnerIcon } from '../placeholder/spinner-icon.tsx'

export interface PhotoChoiceProps {
  icon: LucideIcon
  label: string
  accept: string
  /** Opens the camera on the far side instead of the gallery. */
  camera?: boolean
  busy: boolean
  invalid: boolean
  onPick: (file: File) => void
}

/** A native file input under a button's look. */
export function PhotoChoice(props: PhotoChoiceProps) {
  const { icon: Icon, label, accept, camera, busy, invalid, onPick } = props

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Emptied at once, or picking the same file again after Remove would change nothing.
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
