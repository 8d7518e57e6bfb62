/** Finds what a deal still needs before the runner can complete it. */
import type { Paise } from '../money.ts'
import type { PayoutMethod } from '../order.ts'

export type MissingPart =
  | 'packet-photo'
  | 'upi-reference'
  | 'cash-receipt'
  | 'cash-amount'
  | 'valid-cash-amount'

export interface CashPaymentParts {
  readonly hasPacketPhoto: boolean
  readonly payoutMethod: PayoutMethod
  readonly upiReference: string
  readonly hasCashReceipt: boolean
  readonly balancePaise: Paise
  /** undefined when the field is empty or contains no amount. */
  readonly cashAmountPaise: Paise | undefined
  /** The field contains something that is no amount, such as a negative or a much too large number. */
  readonly isCashAmountInvalid: boolean
}

/**
 * The first missing part of a cash payment, in the order of, then; undefined when it is
 * complete.
 */
export function findMissingForCashPayment(parts: CashPaymentParts): MissingPart | undefined {
  if (!parts.hasPacketPhoto) return 'packet-photo'
  const missing =
    parts.payoutMethod === 'upi' ? findMissingForUpi(parts) : findMissingForCash(parts)
  return missing ?? (parts.isCashAmountInvalid ? 'valid-cash-amount' : undefined)
}

const findMissingForUpi = ({ upiReference }: CashPaymentParts): MissingPart | undefined =>
  upiReference.trim() === '' ? 'upi-reference' : undefined

function findMissingForCash(parts: CashPaymentParts): MissingPart | undefined {
  if (!parts.hasCashReceipt) return 'cash-receipt'
  const isCollecting = parts.balancePaise < 0
  return isCollecting && !((parts.cashAmountPaise ?? 0) > 0) ? 'cash-amount' : undefined
}

/** The missing part of an items settlement. */
export function findMissingForSettlement(parts: {
  readonly hasPacketPhoto: boolean
}): MissingPart | undefined {
  return parts.hasPacketPhoto ? undefined : 'packet-photo'
}
