import type { ReactNode } from 'react'
import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { formatClock } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import styles from './list-summary.module.css'

export interface ListSummaryProps {
  /** ms since 1970 */
  updatedAt: number | undefined
  /** The list is not there yet: its time has a place, and is not shown. */
  loading?: boolean
  /** How many customers there are, or that they are being loaded: one line either way. */
  children: ReactNode
}

export function ListSummary({ updatedAt, loading, children }: ListSummaryProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  return (
    <div className={styles.summary}>
      <div className={styles.count}>{children}</div>
      {updatedAt !== undefined && (
        <p className={loading ? styles.coming : undefined}>
          {t('deliveries.updated', { time: formatClock(updatedAt, language) })}
        </p>
      )}
      <p>{t('deliveries.autoRefresh')}</p>
    </div>
  )
}
