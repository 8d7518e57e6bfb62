import { classNames } from '../class-names.ts'
import styles from './amount.module.css'
import type { Tone } from '../tone.ts'

export interface AmountProps {
  /** Already formatted, such as ₹350. */
  children: string
  size?: 'body' | 'title' | 'large' | 'hero'
  /** Only together with a word for the direction of the money. */
  tone?: Tone
}

export function Amount({ children, size = 'body', tone }: AmountProps) {
  return (
    <span data-tone={tone} className={classNames('tabular', styles.amount, styles[size])}>
      {children}
    </span>
  )
}
