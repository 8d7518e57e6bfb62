/** Decides what /enquiry-details shows of a customer, without React. */
import type { Customer } from '@veni/domain/customer'
import { isSignedOut } from '../../api/failure.ts'
import { isCustomerMissing } from './enquiry-failure.tsx'

export type EnquiryView =
  | { readonly kind: 'loading' }
  /** The phone has no details, and the latest attempt failed; more attempts may follow. */
  | { readonly kind: 'failed'; readonly failure: Error }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'customer'
      readonly customer: Customer
      /** Why these details come from the phone and not from the server. */
      readonly failure?: Error
    }

export interface EnquiryFacts {
  /** The server's answer; null: the server has no such customer. */
  readonly answer: Customer | null | undefined
  /** Set when no attempt is left. */
  readonly error: Error | null
  /** The latest failure while attempts continue. */
  readonly failureReason: Error | null
  /** From the loaded list, its snapshot or the demo customers. */
  readonly known: Customer | undefined
}

export function enquiryView({ answer, error, failureReason, known }: EnquiryFacts): EnquiryView {
  const failure = failureReason ?? error
  if (answer === null || isCustomerMissing(failure)) return { kind: 'missing' }
  const customer = answer ?? known
  // A lost session leads to /login; other failures never hide details that the phone has.
  if (customer) {
    const isFailureShown = error !== null && !isSignedOut(error)
    return { kind: 'customer', customer, ...(isFailureShown && { failure: error }) }
  }
  if (failure === null || isSignedOut(failure)) return { kind: 'loading' }
  return { kind: 'failed', failure }
}
