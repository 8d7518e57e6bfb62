import { ApiFailure } from '../../api/failure.ts'
import type { Translate } from '../../i18n/translate.ts'

/** Why the health check failed, in the words of. */
export function healthSentence(error: Error, t: Translate): string {
  if (!(error instanceof ApiFailure)) return t('health.other', { message: error.message })
  const { kind, detail } = error
  switch (kind) {
    case 'timeout':
      return t('health.timeout')
    case 'network':
      return t('health.network')
    case 'status':
      return t('health.status', { status: detail.status ?? 0 })
    case 'bad-reply':
      return t('health.other', { message: t('failure.unreadable') })
  }
}
