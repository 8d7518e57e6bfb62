import type { CustomerSection } from '@veni/domain/customer'
import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { formatClock } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import styles from './list-summary.module.css'

export interface ListSummaryProps {
  sections: readonly CustomerSection[]
  /** ms since 1970 */
  updatedAt: number | undefined
}

export function ListSummary({ sections, updatedAt }: ListSummaryProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const count = sections.reduce((sum, section) => sum + section.customers.length, 0)
  return (
    <div className={styles.summary}>
      <p className={styles.count}>{t('deliveries.count', { count })}</p>
      {updatedAt !== undefined && (
        <p>{t('deliveries.updated', { time: formatClock(updatedAt, language) })}</p>
      )}
      <p>{t('deliveries.autoRefresh')}</p>
    </div>
  )
}
