import { RefreshCw } from 'lucide-react'
import { customersQuery } from '../../api/customer-queries.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import { useValue } from '../../lib/use-value.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { refreshDeliveries } from './refresh-deliveries.ts'

export function RefreshButton() {
  const t = useTranslate()
  const { isFetching } = useValue(customersQuery())
  return (
    <IconButton
      icon={RefreshCw}
      label={t('deliveries.refresh')}
      busy={isFetching}
      onClick={() => afterPaint(() => void refreshDeliveries())}
    />
  )
}
