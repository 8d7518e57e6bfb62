import { useTranslate } from '../i18n/translate.ts'
import { useOutboxCounts } from '../outbox/use-outbox.ts'

/**
 * The quiet line of the top bar: how much waits on this phone. Nothing waits, nothing is said; it stands empty then, for
 * a live region tells only of what changes in it.
 */
export function OutboxStatus() {
  const t = useTranslate()
  const { waiting, attention } = useOutboxCounts()
  const parts = [
    waiting > 0 && t('outbox.waiting', { count: waiting }),
    attention > 0 &&
      t(attention === 1 ? 'outbox.attentionOne' : 'outbox.attention', { count: attention }),
  ]
  return <output>{parts.filter(Boolean).join(' · ')}</output>
}
