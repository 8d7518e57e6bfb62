import { paise, paiseFromRupees, rupeesFromPaise } from '@veni/domain/money'
import { AppError } from './errors.ts'

/** Rupees of a request as paise to store. Throws `bad-request`, naming the field, for an amount beyond any real deal. */
export function toPaise(rupees: number, path: string): number {
  const amount = paiseFromRupees(rupees)
  if (amount !== undefined) return amount
  throw new AppError('bad-request', 'An amount is too large.', [{ path, reason: 'is too large' }])
}

/** Stored paise as the wire's rupees. */
export function toRupees(storedPaise: number): number {
  return rupeesFromPaise(paise(storedPaise))
}
