import { ApiFailure } from '../../api/failure.ts'
import { type Translate, useTranslate } from '../../i18n/translate.ts'
import { RefreshCw, TriangleAlert, WifiOff, UserX } from 'lucide-react'
import { Button } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/placeholder/error-panel.tsx'
import { isDemoCustomerId } from '@veni/domain/demo/customer-id'
import { Banner } from '../../ui/message/banner.tsx'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'

/** The sentence for customer details that could not be loaded. */
function detailsFailureSentence(failure: Error, t: Translate): string {
  if (!(failure instanceof ApiFailure)) return t('list.network')
  if (failure.kind === 'timeout') return t('list.timeout')
  if (isServerError(failure)) return t('details.500')
  return failure.detail.status === 404 ? t('details.404') : t('list.network')
}

/** Whether the server failed, not the connection. */
function isServerError(failure: Error): boolean {
  return failure instanceof ApiFailure && failure.detail.status === 500
}

/** The error code of our server proves that the runner has no such customer. A plain portal's 404 does not prove it. */
export function isCustomerMissing(failure: Error | null): boolean {
  return failure instanceof ApiFailure && failure.detail.code === 'not-found'
}

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

export interface MissingCustomerProps {
  customerId: string
}

export function MissingCustomer({ customerId }: MissingCustomerProps) {
  const t = useTranslate()
  const backLink = (
    <Link href={paths.deliveries()} asChild>
      <LinkButton variant="primary">{t('invoice.backToDeliveries')}</LinkButton>
    </Link>
  )
  return (
    <EmptyState
      icon={UserX}
      title={t('enquiry.notFound')}
      message={t('details.missing', { id: customerId })}
      action={backLink}
    />
  )
}
