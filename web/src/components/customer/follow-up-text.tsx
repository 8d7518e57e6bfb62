import { toFollowUp, type FollowUp } from '@veni/domain/follow-up'
import { translation, type Language } from '../../i18n/language.ts'
import { useTranslate, type Translate } from '../../i18n/translate.ts'
import { formatDay } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import styles from './follow-up-text.module.css'

export interface FollowUpTextProps {
  /** `YYYY-MM-DD` */
  date: string
  /** The runner's calendar day. From the parent, because one subscription of each card is slow in a long list. */
  today: string
}

/** `Today`, `3 day(s) overdue` or `15 Feb 2024`, red, green or blue. */
export function FollowUpText({ date, today }: FollowUpTextProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const due = toFollowUp(date, today)
  return due ? <span className={styles[due.kind]}>{textOf(due, t, language)}</span> : null
}

function textOf(due: FollowUp, t: Translate, language: Language): string {
  switch (due.kind) {
    case 'overdue':
      return t(due.days === 1 ? 'followUp.overdueOne' : 'followUp.overdue', { days: due.days })
    case 'today':
      return t('followUp.today')
    case 'later':
      return formatDay(due.date, language)
  }
}
