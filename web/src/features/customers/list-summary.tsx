import type { ReactNode } from 'react'
import { customersQuery } from '../../api/customer-queries.ts'
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

  // Written past React: a refresh that brought nothing new draws nothing else.
  function showTime(line: HTMLParagraphElement) {
    const { answeredAt } = customersQuery()
    const write = () => {
      const time = formatClock(answeredAt.get() ?? updatedAt ?? 0, language)
      line.textContent = t('deliveries.updated', { time })
    }
    write()
    return answeredAt.subscribe(write)
  }

  return (
    <div className={styles.summary}>
      <div className={styles.count}>{children}</div>
      {updatedAt !== undefined && (
        <p className={loading ? styles.coming : undefined} ref={showTime} />
      )}
      <p>{t('deliveries.autoRefresh')}</p>
    </div>
  )
}
