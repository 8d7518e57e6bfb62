import { SpinnerIcon } from './spinner-icon.tsx'
import styles from './spinner.module.css'

export interface SpinnerProps {
  /** Always said in words, so that waiting is never a mystery. */
  label: string
}

export function Spinner({ label }: SpinnerProps) {
  return (
    <output className={styles.spinner}>
      <SpinnerIcon />
      <span>{label}</span>
    </output>
  )
}
