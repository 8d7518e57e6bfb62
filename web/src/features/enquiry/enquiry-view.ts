/** What /enquiry-details shows of a customer, without React. */
import type { Customer } from '@veni/domain/customer'
import { isSignedOut } from '../../api/failure.ts'
import { isCustomerMissing } from './details-failure.ts'

export type EnquiryView =
  | { readonly kind: 'loading' }
  /** Nothing is known of him, and the newest attempt failed; more may follow. */
  | { readonly kind: 'failed'; readonly failure: Error }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'customer'
      readonly customer: Customer
      /** Why these are the details known to the phone rather than the portal's. */
      readonly failure?: Error
    }

export interface EnquiryFacts {
  /** The portal's answer; null: it has no such customer. */
  readonly answer: Customer | null | undefined
  /** Set once no attempt is left. */
  readonly error: Error | null
  /** The newest failed attempt of those under way. */
  readonly failureReason: Error | null
  /** From the list on the screen before, the saved list or the demo customers. */
  readonly known: Customer | undefined
}

export function enquiryView({ answer, error, failureReason, known }: EnquiryFacts): EnquiryView {
  const failure = failureReason ?? error
  if (answer === null || isCustomerMissing(failure)) return { kind: 'missing' }
  const customer = answer ?? known
  // A lost session leads to /login; no other failure hides details that the phone has.
  if (customer) {
    const isWorthSaying = error !== null && !isSignedOut(error)
    return { kind: 'customer', customer, ...(isWorthSaying && { failure: error }) }
  }
  if (failure === null || isSignedOut(failure)) return { kind: 'loading' }
  return { kind: 'failed', failure }
}
