import { FlaskConical } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { Badge } from '../../ui/display/badge.tsx'

/** On every demo row, so that none is taken for a real customer (ruling 9). */
export function DemoBadge() {
  const t = useTranslate()
  return (
    <Badge tone="hold" icon={FlaskConical}>
      {t('deliveries.demoRow')}
    </Badge>
  )
}
