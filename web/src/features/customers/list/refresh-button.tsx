import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { customersQuery } from '../../../api/customer-queries.ts'
import { useIsAwaited } from '../../../api/query-hooks.ts'
import { useTranslate } from '../../../i18n/translate.ts'
import { afterPaint } from '../../../lib/after-paint.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { refreshDeliveries } from './refresh-deliveries.ts'

export function RefreshButton() {
  const t = useTranslate()
  const options = customersQuery()
  const isAwaited = useIsAwaited(options, useQuery(options))
  return (
    <IconButton
      icon={RefreshCw}
      label={t('deliveries.refresh')}
      busy={isAwaited}
      onClick={() => afterPaint(() => void refreshDeliveries())}
    />
  )
}
