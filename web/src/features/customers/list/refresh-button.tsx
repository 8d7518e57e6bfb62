import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { customersQuery } from '../../../api/customer-queries.ts'
import { useIsAwaited } from '../../../api/query-hooks.tsx'
import { useTranslate } from '../../../i18n/translate.ts'
import { afterPaint } from '../../../lib/after-paint.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { healthQuery } from '../../../api/health.ts'
import { refetchNow } from '../../../api/query-client.ts'

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

/** Fetches at once, also during the wait between two attempts. */
export async function refreshDeliveries(): Promise<void> {
  await Promise.all([refetchNow(customersQuery()), refetchNow(healthQuery())])
}
