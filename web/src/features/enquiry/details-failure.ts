import { ApiFailure } from '../../api/failure.ts'
import type { Translate } from '../../i18n/translate.ts'

/** The sentence for customer details that could not be had. */
export function detailsFailureSentence(failure: Error, t: Translate): string {
  if (!(failure instanceof ApiFailure)) return t('list.network')
  if (failure.kind === 'timeout') return t('list.timeout')
  if (isServerError(failure)) return t('details.500')
  return failure.detail.status === 404 ? t('details.404') : t('list.network')
}

/** Whether the sentence speaks of the server rather than of the way to it. */
export function isServerError(failure: Error): boolean {
  return failure instanceof ApiFailure && failure.detail.status === 500
}

/** Our own server's word that the customer is not there for this runner; a plain portal's 404 may mean anything. */
export function isCustomerMissing(failure: Error | null): boolean {
  return failure instanceof ApiFailure && failure.detail.code === 'not-found'
}
