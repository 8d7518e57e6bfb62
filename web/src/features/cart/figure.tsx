import type { Paise } from '@veni/domain/money'
import type { AmountProps } from '../../ui/display/amount.tsx'
import { Rupees } from '../../components/rupees.tsx'
import type { Tone } from '../../ui/tone.ts'
import styles from './figure.module.css'

export interface FigureProps {
  label: string
  paise: Paise
  tone?: Tone
  /** Label and amount on one line, to save height. */
  inline?: boolean
  size?: AmountProps['size']
}

/** A small label above its amount. */
export function Figure({ label, paise, tone, inline = false, size }: FigureProps) {
  return (
    <span data-tone={tone} className={inline ? styles.inline : styles.figure}>
      <span className={styles.label}>{label}</span> <Rupees paise={paise} tone={tone} size={size} />
    </span>
  )
}
