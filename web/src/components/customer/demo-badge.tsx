import { FlaskConical } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { Badge } from '../../ui/display/badge.tsx'

/** Marks demo data, so that nobody takes it for a real customer. */
export function DemoBadge() {
  const t = useTranslate()
  return (
    <Badge tone="hold" icon={FlaskConical}>
      {t('deliveries.demoRow')}
    </Badge>
  )
}
