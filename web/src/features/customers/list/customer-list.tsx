import { countCustomers } from '@veni/domain/customer'
import { Users } from 'lucide-react'
import { callTimings } from '@veni/domain/api/timings'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { customersQuery } from '../../../api/customer-queries.ts'
import { translation } from '../../../i18n/language.ts'
import { session } from '../../../state/session.ts'
import { useTranslate } from '../../../i18n/translate.ts'
import { EmptyState } from '../../../ui/placeholder/empty-state.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { useValue } from '../../../lib/use-value.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { storeEarlyList } from '../early-list/store-early-list.ts'
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
  useStoredEarly(view)
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

const STORE_TRIES = 20

/** The next start draws this list before the app runs. */
function useStoredEarly(view: CustomerListView): void {
  const client = useQueryClient()
  const phone = useValue(session)?.phone ?? ''
  const { language } = useValue(translation)
  useEffect(() => {
    if (view.kind !== 'list' || view.source.kind !== 'server') return undefined
    const at = client.getQueryState(customersQuery().queryKey)?.dataUpdatedAt ?? 0
    const shown = { phone, at, count: countCustomers(view.sections) }
    let cancel = () => {}
    // The cards are drawn in steps.
    const store = (tries: number) => {
      cancel = whenIdle(() => storeEarlyList(shown) || (tries > 1 && store(tries - 1)))
    }
    store(STORE_TRIES)
    return () => cancel()
  }, [client, view, phone, language])
}
