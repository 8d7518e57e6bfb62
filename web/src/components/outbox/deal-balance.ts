import type { CashPayment, Settlement } from '@veni/domain/deal/record'

const balanceKeys = { return: 'cash.balanceToReturn', collect: 'cash.balanceToCollect' } as const
/** Past tense after the payment, so that nobody pays again. */
const paidKeys = { return: 'deal.returned', collect: 'deal.collected' } as const

type Balanced = Pick<CashPayment | Settlement, 'status' | 'balance_type'>

/** The message for the direction of a deal's balance, before or after the payment. */
export const balanceKey = ({ status, balance_type: direction }: Balanced) =>
  (status === 'confirmed' ? balanceKeys : paidKeys)[direction]
