import { calendarDay } from '@veni/domain/follow-up'
import type { ReactNode } from 'react'
import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { formatClock, formatDateTime } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import { today } from '../../state/today.ts'
import { AnswerClock } from './answer-clock.tsx'
import type { ListSource } from './customer-list-view.ts'
import styles from './list-summary.module.css'

export interface ListSummaryProps {
  /** Where the list comes from; absent while it is not there yet. */
  source?: ListSource
  /** How many customers there are, or that they are being loaded: one line either way. */
  children: ReactNode
}

/** All times of the day take the same place. */
const ANY_TIME = 0

export function ListSummary({ source, children }: ListSummaryProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const day = useValue(today)
  const updated = (at: number) => {
    const instant = new Date(at)
    const isToday = at === ANY_TIME || calendarDay(instant) === day
    const time = isToday
      ? formatClock(at, language)
      : formatDateTime(instant.toISOString(), language).replaceAll(' ', '\u00A0')
    return t('deliveries.updated', { time })
  }
  return (
    <div className={styles.summary}>
      <div className={styles.count}>{children}</div>
      {!source && <p className={styles.coming}>{updated(ANY_TIME)}</p>}
      {source?.kind === 'saved' && <p>{updated(source.savedAt)}</p>}
      {(source?.kind === 'portal' || source?.kind === 'failed-reply') && (
        <AnswerClock wording={updated} />
      )}
      <p>{t('deliveries.autoRefresh')}</p>
    </div>
  )
}
