import { formatRupees, type Paise } from '@veni/domain/money'
import { Amount, type AmountProps } from '../ui/display/amount.tsx'

export interface RupeesProps extends Omit<AmountProps, 'children'> {
  paise: Paise
}

/** Shows every amount of money: with ₹ and without decimals. */
export function Rupees({ paise, ...amount }: RupeesProps) {
  return <Amount {...amount}>{formatRupees(paise)}</Amount>
}
