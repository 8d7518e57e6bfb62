import type { Paise } from '@veni/domain/money'
import { Rupees } from '../../components/rupees.tsx'
import type { Tone } from '../../ui/tone.ts'
import styles from './figure.module.css'

export interface FigureProps {
  label: string
  paise: Paise
  tone?: Tone
}

/** A small label over its amount. */
export function Figure({ label, paise, tone }: FigureProps) {
  return (
    <span data-tone={tone} className={styles.figure}>
      <span className={styles.label}>{label}</span> <Rupees paise={paise} tone={tone} />
    </span>
  )
}
