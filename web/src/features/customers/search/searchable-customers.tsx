import {
  createCustomerMatcher,
  searchSections,
  createTypedSearch,
} from '@veni/domain/customer/search'
import { countCustomers, type CustomerSection } from '@veni/domain/customer'
import { useEffect, useMemo, useState } from 'react'
import { useTranslate } from '../../../i18n/translate.ts'
import { usePainted } from '../../../lib/use-painted.ts'
import { useValue } from '../../../lib/use-value.ts'
import { today } from '../../../state/today.ts'
import { Button } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/placeholder/empty-state.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { CustomerSearchField } from './customer-search-field.tsx'
import { CustomerSections } from '../sections/customer-sections.tsx'
import { placeLeft, usePlaceInList } from '../sections/place-in-list.ts'
import styles from './searchable-customers.module.css'

export interface SearchableCustomersProps {
  sections: readonly CustomerSection[]
}

/** With more cards, drawing them all takes longer than a tap may (measured: 0.6 ms a card on a fast machine). */
const LONG_LIST = 100

/** The runner's customers, or those that match the search. */
export function SearchableCustomers({ sections }: SearchableCustomersProps) {
  const t = useTranslate()
  const [query, setQuery] = useState(() => queryLeft(sections))
  const search = useMemo(() => createTypedSearch(sections), [sections])
  const found = useMemo(() => search(query), [search, query])
  // The letter and the number of hits show at once. The cards follow, and the next letter does not wait for them.
  const shown = usePainted(useMemo(() => ({ query, sections: found }), [query, found]))
  usePlaceInList(query)
  useSearchAhead(sections)
  const day = useValue(today)
  const total = countCustomers(sections)
  const isSearching = createCustomerMatcher(query) !== undefined
  return (
    <Stack>
      <CustomerSearchField query={query} onChange={setQuery} />
      {/* Empty before a search: a live region announces only changes. */}
      <output className={styles.hits}>
        {isSearching && t('search.hits', { count: countCustomers(found), total })}
      </output>
      {shown.sections.length === 0 ? (
        <div className={styles.none}>
          <EmptyState
            title={t('deliveries.noneForFilter')}
            message={t('search.noHit', { query: shown.query.trim() })}
            action={<Button onClick={() => setQuery('')}>{t('search.showAll')}</Button>}
          />
        </div>
      ) : (
        <CustomerSections sections={shown.sections} today={day} windowed={total >= LONG_LIST} />
      )}
    </Stack>
  )
}

/** The search when the runner left the list, unless it has no hit any more. */
function queryLeft(sections: readonly CustomerSection[]): string {
  const { query } = placeLeft()
  return searchSections(sections, query).length > 0 ? query : ''
}

/** Prepares the customers for a search while the phone is idle, so that the first letter is as fast as the second. */
function useSearchAhead(sections: readonly CustomerSection[]): void {
  useEffect(() => {
    // Safari has no idle callbacks: there the first letter prepares them.
    if (!('requestIdleCallback' in window)) return undefined
    const matches = createCustomerMatcher('a')
    const unread = sections.flatMap(({ customers }) => customers).values()
    let handle = requestIdleCallback(read)
    function read(idle: IdleDeadline) {
      for (const customer of unread) {
        matches?.(customer)
        if (idle.timeRemaining() < 2) {
          handle = requestIdleCallback(read)
          return
        }
      }
    }
    return () => cancelIdleCallback(handle)
  }, [sections])
}
