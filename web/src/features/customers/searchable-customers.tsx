import { customerMatcher, searchSections, typedSearch } from '@veni/domain/customer/search'
import { countCustomers, type CustomerSection } from '@veni/domain/customer'
import { useMemo, useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { usePainted } from '../../lib/use-painted.ts'
import { useValue } from '../../lib/use-value.ts'
import { today } from '../../state/today.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { CustomerSearchField } from './customer-search-field.tsx'
import { CustomerSections } from './customer-sections.tsx'
import { placeLeft, usePlaceInList } from './place-in-list.ts'
import { useSearchAhead } from './use-search-ahead.ts'
import styles from './searchable-customers.module.css'

export interface SearchableCustomersProps {
  sections: readonly CustomerSection[]
}

/** From here on drawing all cards takes longer than a tap may (measured: 0.6 ms a card on a fast machine). */
const LONG_LIST = 100

/** The runner's customers, or those of them he searches for. */
export function SearchableCustomers({ sections }: SearchableCustomersProps) {
  const t = useTranslate()
  const [query, setQuery] = useState(() => queryLeft(sections))
  const search = useMemo(() => typedSearch(sections), [sections])
  const found = useMemo(() => search(query), [search, query])
  // The letter and the count of its hits come at once; the cards follow, and the next letter does not wait for them.
  const shown = usePainted(useMemo(() => ({ query, sections: found }), [query, found]))
  usePlaceInList(query)
  useSearchAhead(sections)
  const day = useValue(today)
  const total = countCustomers(sections)
  const isSearching = customerMatcher(query) !== undefined
  return (
    <Stack>
      <CustomerSearchField query={query} onChange={setQuery} />
      {/* Stands empty before there is a search: a live region tells only of what changes in it. */}
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

/** The search with which the list was left, unless the work done since leaves nothing of it. */
function queryLeft(sections: readonly CustomerSection[]): string {
  const { query } = placeLeft()
  return searchSections(sections, query).length > 0 ? query : ''
}
