import { customersQuery } from '../api/customer-queries.ts'
import { healthQuery } from '../api/health.ts'
import { AppNavigation, CUSTOMER_LIST_ID } from '../components/frame/app-navigation.tsx'
import { ClockNotice } from '../components/frame/clock-notice.tsx'
import { Screen } from '../components/frame/screen.tsx'
import { prefetch } from '../api/query-client.ts'
import { ConnectionStatus } from '../features/connectivity/connection-status.tsx'
import { CustomerList } from '../features/customers/list/customer-list.tsx'
import { RefreshButton } from '../features/customers/list/refresh-button.tsx'
import { useTranslate } from '../i18n/translate.ts'
import { useValue } from '../lib/use-value.ts'
import { updateOffer } from '../state/frame-content.ts'
import { Stack } from '../ui/layout/layout.tsx'

export function prefetchAnswers() {
  prefetch(customersQuery())
  prefetch(healthQuery())
}

export default function Deliveries() {
  const t = useTranslate()
  return (
    <Screen title={t('deliveries.title')} actions={<RefreshButton />} footer={<AppNavigation />}>
      <Stack>
        {useValue(updateOffer)}
        <ConnectionStatus />
        <ClockNotice />
        <div id={CUSTOMER_LIST_ID}>
          <CustomerList />
        </div>
      </Stack>
    </Screen>
  )
}
