import { CircleAlert } from 'lucide-react'
import { useTranslate } from '../i18n/translate.ts'
import { Badge } from '../ui/badge.tsx'

/** On what the office has refused, and whose it is. */
export function AttentionBadge() {
  const t = useTranslate()
  return (
    <Badge tone="collect" icon={CircleAlert}>
      {t('outbox.needsAttention')}
    </Badge>
  )
}
