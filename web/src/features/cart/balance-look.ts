import type { BalanceDirection } from '@veni/domain/cart'
import type { MessageKey } from '../../i18n/en.ts'
import type { Tone } from '../../ui/tone.ts'

interface BalanceLook {
  /** Collapsed. */
  readonly label: MessageKey
  /** Expanded, where there is a column of figures. */
  readonly shortLabel: MessageKey
  readonly tone: Tone
}

/** The word says which way the money goes, the colour only repeats it. */
export const balanceLooks = {
  return: { label: 'cart.balanceToReturn', shortLabel: 'cart.toReturn', tone: 'return' },
  collect: { label: 'cart.balanceToCollect', shortLabel: 'cart.toCollect', tone: 'collect' },
  exact: { label: 'cart.exactBalance', shortLabel: 'cart.balance', tone: 'plain' },
} as const satisfies Record<BalanceDirection, BalanceLook>
