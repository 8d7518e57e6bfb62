import { CircleAlert, CircleCheck, Smartphone, type LucideIcon } from 'lucide-react'
import { fetchMessages } from '../i18n/language.ts'
import { useTranslate } from '../i18n/translate.ts'
import { reportProblem } from '../lib/report.ts'
import { useValue } from '../lib/use-value.ts'
import { followOutboxCounts, outboxCounts } from '../outbox/outbox-counts.ts'
import { outboxLine } from '../state/outbox-line.ts'
import styles from './outbox-counters.module.css'

/** Counts from now on, in the top bar of whichever screen. */
export async function showOutboxCounters(): Promise<void> {
  followOutboxCounts()
  try {
    await fetchMessages('rest')
    outboxLine.set(<OutboxCounters />)
  } catch (error) {
    reportProblem('The counters could not be shown', error)
  }
}

/** Three figures with their signs, in the room of a line at 360 px; in words for who hears them. */
function OutboxCounters() {
  const t = useTranslate()
  const { onPhone, received, attention, isQuiet } = useValue(outboxCounts)
  if (isQuiet) return null
  return (
    <span className={styles.counters}>
      <Counter icon={Smartphone} count={onPhone} words={t('outbox.waiting', { count: onPhone })} />
      <Counter
        icon={CircleCheck}
        count={received}
        words={t('outbox.received', { count: received })}
      />
      {attention > 0 && (
        <Counter
          icon={CircleAlert}
          count={attention}
          words={t(attention === 1 ? 'outbox.attentionOne' : 'outbox.attention', {
            count: attention,
          })}
          isUrgent
        />
      )}
    </span>
  )
}

interface CounterProps {
  icon: LucideIcon
  count: number
  words: string
  isUrgent?: boolean
}

function Counter({ icon: Icon, count, words, isUrgent }: CounterProps) {
  return (
    <span data-urgent={isUrgent} title={words}>
      <Icon />
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
