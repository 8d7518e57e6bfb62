import { useQueryClient } from '@tanstack/react-query'
import { toCalendarDay } from '@veni/domain/follow-up'
import type { ReactNode } from 'react'
import { customersQuery } from '../../../api/customer-queries.ts'
import { translation } from '../../../i18n/language.ts'
import { useTranslate } from '../../../i18n/translate.ts'
import { formatClock, formatDateTime } from '../../../lib/format-date.ts'
import { useValue } from '../../../lib/use-value.ts'
import { today } from '../../../state/today.ts'
import type { ListSource } from './customer-list-view.ts'
import styles from './list-summary.module.css'

export interface ListSummaryProps {
  /** Absent while the list loads. */
  source?: ListSource | undefined
  /** One line: the number of customers, or that they are loading. */
  children: ReactNode
}

/** Invisible while the list loads. Any time of day takes the same space. */
const ANY_TIME = 0

export function ListSummary({ source, children }: ListSummaryProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const day = useValue(today)
  const updated = (at: number) => {
    const instant = new Date(at)
    const isToday = at === ANY_TIME || toCalendarDay(instant) === day
    const time = isToday
      ? formatClock(at, language)
      : formatDateTime(instant.toISOString(), language).replaceAll(' ', '\u00A0')
    return t('deliveries.updated', { time })
  }
  return (
    <div className={styles.summary}>
      <div className={styles.count}>{children}</div>
      {!source && <p className={styles.coming}>{updated(ANY_TIME)}</p>}
      {source?.kind === 'snapshot' && <p>{updated(source.storedAt)}</p>}
      {(source?.kind === 'server' || source?.kind === 'failed-reply') && (
        <AnswerTime wording={updated} />
      )}
      <p>{t('deliveries.autoRefresh')}</p>
    </div>
  )
}

/**
 * The time of the server's last answer. React does not draw it: a refresh with an unchanged list changes only this time
 * and must draw nothing.
 */
function AnswerTime({ wording }: { wording: (at: number) => string }) {
  const client = useQueryClient()
  const { queryKey } = customersQuery()
  function show(line: HTMLParagraphElement) {
    const write = () => {
      line.textContent = wording(client.getQueryState(queryKey)?.dataUpdatedAt ?? 0)
    }
    write()
    return client.getQueryCache().subscribe(write)
  }
  return <p ref={show} data-day />
}
