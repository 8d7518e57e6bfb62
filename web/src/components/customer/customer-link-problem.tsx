import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { LinkFailure } from './use-linked-customer.ts'

export interface CustomerLinkProblemProps {
  failure: LinkFailure
  onRetry: () => void
}

/** The customer of a link could not be made the active one (spec §8 "Products"). */
export function CustomerLinkProblem({ failure, onRetry }: CustomerLinkProblemProps) {
  const t = useTranslate()
  return (
    <Banner kind="error" action={<Button onClick={onRetry}>{t('common.retry')}</Button>}>
      {t(failure === 'storage' ? 'products.initFailed' : 'products.unexpected')}
    </Banner>
  )
}
