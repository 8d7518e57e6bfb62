import { ApiFailure } from '../../../api/failure.ts'
import type { Translate } from '../../../i18n/translate.ts'

/** The sentence for customer details that could not be loaded. */
export function detailsFailureSentence(failure: Error, t: Translate): string {
  if (!(failure instanceof ApiFailure)) return t('list.network')
  if (failure.kind === 'timeout') return t('list.timeout')
  if (isServerError(failure)) return t('details.500')
  return failure.detail.status === 404 ? t('details.404') : t('list.network')
}

/** Whether the server failed, not the connection. */
export function isServerError(failure: Error): boolean {
  return failure instanceof ApiFailure && failure.detail.status === 500
}

/** Only our server's error code proves that the runner has no such customer; a plain portal's 404 does not. */
export function isCustomerMissing(failure: Error | null): boolean {
  return failure instanceof ApiFailure && failure.detail.code === 'not-found'
}
