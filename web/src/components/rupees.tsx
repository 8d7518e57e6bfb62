import { formatRupees, type Paise } from '@veni/domain/money'
import { classNames, type Tone } from '../ui/style.ts'
import styles from './rupees.module.css'

export interface RupeesProps {
  paise: Paise
  size?: 'body' | 'title' | 'large' | 'hero'
  /** Only together with a word for the direction of the money. */
  tone?: Tone
}

/** Shows every amount of money: with ₹ and without decimals. */
export function Rupees({ paise, size = 'body', tone }: RupeesProps) {
  return (
    <span data-tone={tone} className={classNames('tabular', styles.amount, styles[size])}>
      {formatRupees(paise)}
    </span>
  )
}
