import { RefreshCw } from 'lucide-react'
import { customersQuery } from '../../api/customer-queries.ts'
import { SavedNotice } from '../../components/saved-notice.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { ListSource } from './customer-list-view.ts'
import { demoBannerKey } from './demo-banner.ts'
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
      return (
        <SavedNotice message="deliveries.saved" savedAt={source.savedAt} action={<TryAgain />} />
      )
    case 'demo':
      return (
        <Banner kind="demo" action={<TryAgain />}>
          {t(demoBannerKey(source.failure))}
        </Banner>
      )
  }
}

function TryAgain() {
  const t = useTranslate()
  const { isFetching } = useValue(customersQuery())
  return (
    <Button icon={RefreshCw} busy={isFetching} onClick={() => void refreshDeliveries()}>
      {t('deliveries.tryAgain')}
    </Button>
  )
}
