import { countCustomers } from '@veni/domain/customer'
import { Users } from 'lucide-react'
import { callTimings } from '@veni/domain/api/timings'
import { useDeferredValue } from 'react'
import { useTranslate } from '../../../i18n/translate.ts'
import { EmptyState } from '../../../ui/placeholder/empty-state.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import type { CustomerListView } from './customer-list-view.ts'
import { ListFailurePanel } from '../failure/list-failure-panel.tsx'
import { ListLoading } from './list-loading.tsx'
import { ListSourceBanner } from './list-source-banner.tsx'
import { ListSummary } from './list-summary.tsx'
import { SearchableCustomers } from '../search/searchable-customers.tsx'
import { useCustomerList } from './use-customer-list.ts'

const ATTEMPTS = callTimings.customers.retryDelaysMs.length + 1

const loading: CustomerListView = { kind: 'loading' }

/** The runner's customers, or what shows instead (R-2.055 to, rulings 9 and 10). */
export function CustomerList() {
  const t = useTranslate()
  const { view: latest, attempt } = useCustomerList()
  // The screen answers the tap first. The list takes longest to draw and follows.
  const view = useDeferredValue(latest, loading)
  switch (view.kind) {
    case 'loading':
      return <ListLoading />
    case 'failing':
      return (
        <ListFailurePanel
          failure={view.failure}
          note={t('deliveries.retrying', { attempt, total: ATTEMPTS })}
        />
      )
    case 'failed':
      return <ListFailurePanel failure={view.failure} />
    case 'list': {
      const count = countCustomers(view.sections)
      return (
        <Stack gap="large">
          <ListSourceBanner source={view.source} />
          <ListSummary source={view.source}>
            <p>{t(count === 1 ? 'deliveries.countOne' : 'deliveries.count', { count })}</p>
          </ListSummary>
          {view.sections.length === 0 ? (
            <EmptyState
              icon={Users}
              title={t('deliveries.noneAssigned')}
              message={t('deliveries.noneYet')}
            />
          ) : (
            <SearchableCustomers sections={view.sections} />
          )}
        </Stack>
      )
    }
  }
}
