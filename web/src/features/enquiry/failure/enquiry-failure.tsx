import { RefreshCw, TriangleAlert, WifiOff } from 'lucide-react'
import { useTranslate } from '../../../i18n/translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ErrorPanel } from '../../../ui/placeholder/error-panel.tsx'
import { detailsFailureSentence, isServerError } from './details-failure.ts'

export interface EnquiryFailureProps {
  failure: Error
  onRetry: () => void
}

export function EnquiryFailure({ failure, onRetry }: EnquiryFailureProps) {
  const t = useTranslate()
  const isServer = isServerError(failure)
  return (
    <ErrorPanel
      icon={isServer ? TriangleAlert : WifiOff}
      title={t(isServer ? 'deliveries.unavailable' : 'deliveries.connectionError')}
      message={detailsFailureSentence(failure, t)}
      action={
        <Button variant="primary" icon={RefreshCw} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  )
}
