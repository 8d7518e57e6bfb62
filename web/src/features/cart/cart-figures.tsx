import type { Paise } from '@veni/domain/money'
import { type RupeesProps, Rupees } from '../../components/rupees.tsx'
import type { Tone } from '../../ui/style.ts'
import styles from './cart-figures.module.css'
import type { BalanceDirection } from '@veni/domain/cart'
import type { MessageKey } from '../../i18n/en.ts'

export interface FigureProps {
  label: string
  paise: Paise
  tone?: Tone
  /** Label and amount on one line, to save height. */
  inline?: boolean
  size?: RupeesProps['size']
}

/** A small label above its amount. */
export function Figure({ label, paise, tone, inline = false, size }: FigureProps) {
  return (
    <span data-tone={tone} className={inline ? styles.inline : styles.figure}>
      <span className={styles.label}>{label}</span> <Rupees paise={paise} tone={tone} size={size} />
    </span>
  )
}

interface BalanceDisplay {
  /** For the collapsed bar. */
  readonly label: MessageKey
  /** For the column of figures in the expanded bar. */
  readonly shortLabel: MessageKey
  readonly tone: Tone
}

/** The label states the direction of the money; the colour only repeats it. */
export const balanceDisplays = {
  return: { label: 'cart.balanceToReturn', shortLabel: 'cart.toReturn', tone: 'return' },
  collect: { label: 'cart.balanceToCollect', shortLabel: 'cart.toCollect', tone: 'collect' },
  exact: { label: 'cart.exactBalance', shortLabel: 'cart.balance', tone: 'plain' },
} as const satisfies Record<BalanceDirection, BalanceDisplay>
