import { useTranslate } from '../i18n/translate.ts'
import { useOutboxCounts } from '../outbox/use-outbox.ts'

/** The quiet line of the top bar: how much waits on this phone. Nothing waits, nothing is said. */
export function OutboxStatus() {
  const t = useTranslate()
  const { waiting, attention } = useOutboxCounts()
  if (waiting === 0 && attention === 0) return null
  const parts = [
    waiting > 0 && t('outbox.waiting', { count: waiting }),
    attention > 0 && t('outbox.attention', { count: attention }),
  ]
  return <output>{parts.filter(Boolean).join(' · ')}</output>
}
