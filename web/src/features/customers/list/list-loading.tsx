import { useTranslate } from '../../../i18n/translate.ts'
import { Skeleton } from '../../../ui/placeholder/skeleton.tsx'
import { SpinnerIcon } from '../../../ui/placeholder/spinner-icon.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { CardSkeletons } from '../card/card-skeletons.tsx'
import styles from './list-loading.module.css'
import { ListSummary } from './list-summary.tsx'

/** As large as the list, so that nothing jumps when the list comes. */
export function ListLoading() {
  const t = useTranslate()
  return (
    <Stack gap="large">
      <ListSummary>
        <output className={styles.loading}>
          <SpinnerIcon />
          <span>{t('deliveries.loading')}</span>
        </output>
      </ListSummary>
      <Stack>
        <Skeleton height="52px" />
        <CardSkeletons />
      </Stack>
    </Stack>
  )
}
