import type { CashPayment, Settlement } from '@veni/domain/deal/record'

const balanceKeys = { return: 'cash.balanceToReturn', collect: 'cash.balanceToCollect' } as const
/** What was paid is no longer to be paid: nobody shall do it again. */
const paidKeys = { return: 'deal.returned', collect: 'deal.collected' } as const

type Balanced = Pick<CashPayment | Settlement, 'status' | 'balance_type'>

/** The message that says which way the balance of a deal goes, or went. */
export const balanceKey = ({ status, balance_type: way }: Balanced) =>
  (status === 'confirmed' ? balanceKeys : paidKeys)[way]
