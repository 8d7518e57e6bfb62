import { formatRupees, type Paise } from '@veni/domain/money'
import { Amount, type AmountProps } from '../ui/display/amount.tsx'

export interface RupeesProps extends Omit<AmountProps, 'children'> {
  paise: Paise
}

/** The one way an amount of money is shown: ₹, no decimals (spec §1). */
export function Rupees({ paise, ...look }: RupeesProps) {
  return <Amount {...look}>{formatRupees(paise)}</Amount>
}
