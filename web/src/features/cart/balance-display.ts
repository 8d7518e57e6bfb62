import type { BalanceDirection } from '@veni/domain/cart'
import type { MessageKey } from '../../i18n/en.ts'
import type { Tone } from '../../ui/tone.ts'

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
