/** The sentences for a failed customer list. */
import { ApiFailure } from '../../../api/failure.ts'
import type { Translate } from '../../../i18n/translate.ts'

export function listFailureSentence(failure: Error, t: Translate): string {
  if (!(failure instanceof ApiFailure)) return t('list.network')
  if (failure.kind === 'timeout') return t('list.timeout')
  if (failure.kind === 'network') return t('list.network')
  const { status = 0, statusText = '' } = failure.detail
  if (failure.kind === 'bad-reply')
    return t('list.status', { status, statusText: t('failure.unreadable') })
  if (status === 500) return t('list.500')
  if (status === 404) return t('list.404')
  return status === 503 ? t('list.503') : t('list.status', { status, statusText })
}

export interface ListFailureWords {
  readonly title: string
  readonly message: string
  readonly retry: string
}

/** The words of the panel between the attempts and after the last one (ruling 10). */
export function listFailureWords(failure: Error, t: Translate): ListFailureWords {
  const isServer = isServerUnavailable(failure)
  return {
    title: t(isServer ? 'deliveries.unavailable' : 'deliveries.connectionError'),
    message: listFailureSentence(failure, t),
    retry: t(isServer ? 'deliveries.tryAgain' : 'deliveries.retryConnection'),
  }
}

/**
 * Whether the English sentence contains 500 or "unavailable". It decides the title of the panel and the label of its
 * button in every language.
 */
export function isServerUnavailable(failure: Error): boolean {
  if (!(failure instanceof ApiFailure) || failure.kind !== 'status') return false
  const { status, statusText = '' } = failure.detail
  return status === 500 || status === 503 || /500|unavailable/i.test(statusText)
}
