import { isDemoCustomerId } from '@veni/domain/demo/customer-id'
import { RefreshCw } from 'lucide-react'
import { useTranslate } from '../../../i18n/translate.ts'
import { Banner } from '../../../ui/message/banner.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { detailsFailureSentence } from './details-failure.ts'

export interface EnquiryNoticeProps {
  customerId: string
  /** Why the server's details are missing. */
  failure: Error | undefined
  isFetching: boolean
  onRetry: () => void
}

/** Shown when the details are not a fresh answer of the server. */
export function EnquiryNotice({ customerId, failure, isFetching, onRetry }: EnquiryNoticeProps) {
  const t = useTranslate()
  if (isDemoCustomerId(customerId)) return <Banner kind="demo">{t('enquiry.demo')}</Banner>
  if (!failure) return null
  return (
    <Banner
      kind="warning"
      title={detailsFailureSentence(failure, t)}
      action={
        <Button icon={RefreshCw} busy={isFetching} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {t('enquiry.saved')}
    </Banner>
  )
}
