import type { Paise } from '@veni/domain/money'
import { Rupees } from '../../components/rupees.tsx'
import type { Tone } from '../../ui/tone.ts'
import styles from './figure.module.css'

export interface FigureProps {
  label: string
  paise: Paise
  tone?: Tone
  /** On one line with its amount, where height is dear. */
  inline?: boolean
}

/** A small label over its amount. */
export function Figure({ label, paise, tone, inline = false }: FigureProps) {
  return (
    <span data-tone={tone} className={inline ? styles.inline : styles.figure}>
      <span className={styles.label}>{label}</span> <Rupees paise={paise} tone={tone} />
    </span>
  )
}
