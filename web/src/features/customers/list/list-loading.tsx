import { useTranslate } from '../../../i18n/translate.ts'
import { Skeleton } from '../../../ui/placeholder/loading.tsx'
import { SpinnerIcon } from '../../../ui/placeholder/spinner-icon.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { EarlyCards, useEarlyList } from '../early-list/early-cards.tsx'
import { CardSkeletons } from '../card/status-section.tsx'
import styles from './list-loading.module.css'
import { ListSummary } from './list-summary.tsx'

/** As large as the list, so that nothing jumps when the list comes. */
export function ListLoading() {
  const t = useTranslate()
  const early = useEarlyList()
  return (
    <Stack gap="large">
      <ListSummary source={early && { kind: 'snapshot', storedAt: early.at }}>
        <output className={styles.loading}>
          <SpinnerIcon />
          <span>{t('deliveries.loading')}</span>
        </output>
      </ListSummary>
      {early ? (
        <EarlyCards cards={early.cards} />
      ) : (
        <Stack>
          <Skeleton height="52px" />
          <CardSkeletons />
        </Stack>
      )}
    </Stack>
  )
}
