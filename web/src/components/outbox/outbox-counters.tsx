import { CircleAlert, CircleCheck, Smartphone } from 'lucide-react'
import { fetchMessages } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { useValue } from '../../lib/use-value.ts'
import { followOutboxCounts, outboxCounts } from '../../outbox/counts.ts'
import { outboxStatus } from '../../state/frame-content.ts'
import styles from './outbox-counters.module.css'

/** Starts the counters in the top bar of every screen. */
export async function showOutboxCounters(): Promise<void> {
  followOutboxCounts()
  try {
    await fetchMessages('rest')
    outboxStatus.set(<OutboxCounters />)
  } catch (error) {
    reportProblem('Outbox counters not shown', error)
  }
}

/** The most urgent count is in words and the others are figures, so that all fit into one line at 360 px. */
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
