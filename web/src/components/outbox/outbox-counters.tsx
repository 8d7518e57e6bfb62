import { CircleAlert, CircleCheck, Smartphone } from 'lucide-react'
import { fetchMessages } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import { followOutboxCounts, outboxCounts } from '../../outbox/counts.ts'
import { outboxLine } from '../../state/outbox-line.ts'
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

/** Most urgent first and in words, the others in figures: all in the room of a line at 360 px. */
function OutboxCounters() {
  const t = useTranslate()
  const { onPhone, received, attention, isIdle } = useValue(outboxCounts)
  if (isIdle) return null
  const all = [
    [CircleAlert, attention, attention === 1 ? 'outbox.attentionOne' : 'outbox.attention'],
    [Smartphone, onPhone, 'outbox.waiting'],
    [CircleCheck, received, 'outbox.received'],
  ] as const
  return (
    <span className={styles.counters}>
      {all
        .filter(([, count]) => count > 0)
        .map(([Icon, count, key], at) => (
          <span key={key} data-urgent={Icon === CircleAlert || undefined}>
            <Icon />
            {at > 0 && <span aria-hidden>{count}</span>}
            <span className={at > 0 ? 'visually-hidden' : undefined}>{t(key, { count })}</span>
          </span>
        ))}
    </span>
  )
}
