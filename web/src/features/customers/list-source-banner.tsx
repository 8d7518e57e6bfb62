import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { customersQuery } from '../../api/customer-queries.ts'
import { SnapshotNotice } from '../../components/frame/snapshot-notice.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useIsAwaited } from '../../api/query-hooks.ts'
import type { ListSource } from './customer-list-view.ts'
import { demoBannerKey } from './demo-banner.ts'
import { listFailureWords } from './list-failure.ts'
import { refreshDeliveries } from './refresh-deliveries.ts'

export interface ListSourceBannerProps {
  source: ListSource
}

/** Says so when the list is not the portal's fresh answer, and keeps the retry button at hand (ruling 10). */
export function ListSourceBanner({ source }: ListSourceBannerProps) {
  const t = useTranslate()
  switch (source.kind) {
    case 'portal':
      return null
    case 'failed-reply':
      return <Banner kind="warning">{t('list.500')}</Banner>
    case 'saved':
      return <SavedList {...source} />
    case 'demo':
      return (
        <Banner kind="demo" action={<TryAgain />}>
          {t(demoBannerKey(source.failure))}
        </Banner>
      )
  }
}

function SavedList({ savedAt, failure }: Extract<ListSource, { kind: 'saved' }>) {
  const t = useTranslate()
  const why = failure && listFailureWords(failure, t)
  return (
    <SnapshotNotice
      message="deliveries.saved"
      savedAt={savedAt}
      reason={why}
      action={<TryAgain label={why?.retry} />}
    />
  )
}

function TryAgain({ label }: { label?: string | undefined }) {
  const t = useTranslate()
  const options = customersQuery()
  // Only an observer: the button appears after a failure, and must not start a call by itself.
  const query = useQuery({ ...options, enabled: false })
  const isAwaited = useIsAwaited(options, query)
  // Between two attempts no call is under way: the next one comes with the tap (ruling 10).
  const isAsking = isAwaited && query.failureReason === null
  return (
    <Button icon={RefreshCw} busy={isAsking} onClick={() => void refreshDeliveries()}>
      {label ?? t('deliveries.tryAgain')}
    </Button>
  )
}
