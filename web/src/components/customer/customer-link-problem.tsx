import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { LinkFailure } from './use-linked-customer.ts'

export interface CustomerLinkProblemProps {
  failure: LinkFailure
  onRetry: () => void
}

/** The app could not select the customer of a link. */
export function CustomerLinkProblem({ failure, onRetry }: CustomerLinkProblemProps) {
  const t = useTranslate()
  return (
    <Banner kind="error" action={<Button onClick={onRetry}>{t('common.retry')}</Button>}>
      {t(failure === 'storage' ? 'products.initFailed' : 'products.unexpected')}
    </Banner>
  )
}
