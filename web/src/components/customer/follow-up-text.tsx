import { followUp, type FollowUp } from '@veni/domain/follow-up'
import { translation, type Language } from '../../i18n/language.ts'
import { useTranslate, type Translate } from '../../i18n/translate.ts'
import { formatDay } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import { today } from '../../state/today.ts'
import styles from './follow-up-text.module.css'

export interface FollowUpTextProps {
  /** `YYYY-MM-DD` */
  date: string
}

/** `Today`, `3 day(s) overdue` or `15 Feb 2024`, red, green or blue (spec §9). */
export function FollowUpText({ date }: FollowUpTextProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const when = followUp(date, today.get())
  return when ? <span className={styles[when.kind]}>{wording(when, t, language)}</span> : null
}

function wording(when: FollowUp, t: Translate, language: Language): string {
  switch (when.kind) {
    case 'overdue':
      return t(when.days === 1 ? 'followUp.overdueOne' : 'followUp.overdue', { days: when.days })
    case 'today':
      return t('followUp.today')
    case 'later':
      return formatDay(when.date, language)
  }
}
