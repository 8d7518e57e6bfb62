import { absolutePaise, paiseFromRupees, rupeesFromPaise, type Paise } from '@veni/domain/money'
import { DEFAULT_PAYOUT_METHOD, PAYOUT_METHODS, type PayoutMethod } from '@veni/domain/order'
import { useState } from 'react'
import { useTypedField } from '../../components/use-typed-field.ts'

export interface CashForm {
  readonly amountText: string
  /** undefined when the field is empty or contains no amount. */
  readonly amountPaise: Paise | undefined
  readonly isAmountInvalid: boolean
  readonly payoutMethod: PayoutMethod
  readonly upiReference: string
  readonly setAmountText: (text: string) => void
  /** For a field whose characters make no number: the browser then returns '' for its text. */
  readonly setHasNoNumber: (hasNoNumber: boolean) => void
  readonly setPayoutMethod: (method: PayoutMethod) => void
  readonly setUpiReference: (text: string) => void
}

/** Until the runner types: the balance to collect, or 0. */
export function useCashForm(visitId: string, balancePaise: Paise): CashForm {
  const [typed, setAmountText] = useTypedField(visitId, 'cashAmount')
  const [chosen, setPayoutMethod] = useTypedField(visitId, 'payoutMethod')
  const payoutMethod = PAYOUT_METHODS.find((method) => method === chosen) ?? DEFAULT_PAYOUT_METHOD
  const [hasNoNumber, setHasNoNumber] = useState(false)
  const [upiReference = '', setUpiReference] = useTypedField(visitId, 'upiReference')
  const prefill = balancePaise < 0 ? String(rupeesFromPaise(absolutePaise(balancePaise))) : '0'
  const amountText = typed ?? prefill
  const amountPaise = amountOf(amountText)
  return {
    amountText,
    amountPaise,
    isAmountInvalid: hasNoNumber || (amountPaise === undefined && amountText.trim() !== ''),
    payoutMethod,
    upiReference,
    setAmountText,
    setHasNoNumber,
    setPayoutMethod,
    setUpiReference,
  }
}

/** A number field returns a plain decimal number, or '' for an invalid text. */
function amountOf(text: string): Paise | undefined {
  const amount = text.trim() === '' ? undefined : paiseFromRupees(Number(text))
  return amount !== undefined && amount >= 0 ? amount : undefined
}
