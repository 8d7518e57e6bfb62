/** UPI payment links for UPI apps, opened by a tap or a QR code (NPCI, UPI linking specification). */
import type { Paise } from '../money.ts'

/** `name@handle`, or an account at `…@IFSC.ifsc.npci`. An e-mail address is not a payee and does not match. */
const UPI_ID = /^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9]{1,63}(?:\.ifsc\.npci)?$/i

export function isUpiId(text: string): boolean {
  return UPI_ID.test(text)
}

export interface UpiRequest {
  /** A UPI id. */
  readonly payeeId: string
  readonly payeeName: string
  /** Above 0. */
  readonly amountPaise: Paise
  /** The text that the payer sees beside the amount. */
  readonly note: string
}

/**
 * @returns e.g. `upi://pay?pa=veni@okaxis&pn=Veni&am=50.44&cu=INR&tn=Veni%20%2326`
 * Throws RangeError when the payee is not a UPI id or the amount is not above 0: the caller has a bug.
 */
export function makeUpiPaymentLink({ payeeId, payeeName, amountPaise, note }: UpiRequest): string {
  if (!isUpiId(payeeId)) throw new RangeError('not a UPI id')
  if (amountPaise <= 0) throw new RangeError(`not an amount to pay: ${amountPaise}`)
  const parameters = {
    // The @ is not encoded: a query may contain it, and some apps do not decode it.
    pa: payeeId,
    pn: encodeURIComponent(payeeName),
    am: formatDecimalRupees(amountPaise),
    cu: 'INR',
    tn: encodeURIComponent(note),
  }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
  return `upi://pay?${query.join('&')}`
}

/** `50.44`, always with two decimals. Whole-number arithmetic avoids float errors. */
function formatDecimalRupees(amount: Paise): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}
