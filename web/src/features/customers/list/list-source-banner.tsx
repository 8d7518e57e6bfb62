import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { customersNotListed } from '../../../api/customer-list.ts'
import { customersQuery } from '../../../api/customer-queries.ts'
import { SnapshotNotice } from '../../../components/frame/snapshot-notice.tsx'
import { useTranslate } from '../../../i18n/translate.ts'
import { Banner } from '../../../ui/message/banner.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useValue } from '../../../lib/use-value.ts'
import { useIsAwaited } from '../../../api/query-hooks.tsx'
import type { ListSource } from './customer-list-view.ts'
import { demoBannerKey } from '../failure/demo-banner.ts'
import { listFailureWords } from '../failure/list-failure.ts'
import { refreshDeliveries } from './refresh-button.tsx'

export interface ListSourceBannerProps {
  source: ListSource
}

/** Shows when the list is not a fresh answer of the server, with a retry button (ruling 10). */
export function ListSourceBanner({ source }: ListSourceBannerProps) {
  const t = useTranslate()
  switch (source.kind) {
    case 'server':
      return <NotListedBanner />
    case 'failed-reply':
      return <Banner kind="warning">{t('list.500')}</Banner>
    case 'snapshot':
      return <SnapshotBanner {...source} />
    case 'demo':
      return (
        <Banner kind="demo" action={<TryAgain />}>
          {t(demoBannerKey(source.failure))}
        </Banner>
      )
  }
}

function NotListedBanner() {
  const t = useTranslate()
  const count = useValue(customersNotListed)
  return count > 0 && <Banner kind="warning">{t('deliveries.notListed', { count })}</Banner>
}

function SnapshotBanner({ storedAt, failure }: Extract<ListSource, { kind: 'snapshot' }>) {
  const t = useTranslate()
  const why = failure && listFailureWords(failure, t)
  return (
    <SnapshotNotice
      message="deliveries.saved"
      storedAt={storedAt}
      reason={why}
      action={<TryAgain label={why?.retry} />}
    />
  )
}

function TryAgain({ label }: { label?: string | undefined }) {
  const t = useTranslate()
  const options = customersQuery()
  // This query only observes: the button appears after a failure, and must not start a call by itself.
  const query = useQuery({ ...options, enabled: false })
  const isAwaited = useIsAwaited(options, query)
  // Between two attempts no call runs: a tap starts the next one (ruling 10).
  const isAsking = isAwaited && query.failureReason === null
  return (
    <Button icon={RefreshCw} busy={isAsking} onClick={() => void refreshDeliveries()}>
      {label ?? t('deliveries.tryAgain')}
    </Button>
  )
}
