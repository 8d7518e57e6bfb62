import { useIsFetching } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { customersQuery } from '../../api/queries.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { refreshDeliveries } from './refresh-deliveries.ts'

export function RefreshButton() {
  const t = useTranslate()
  const isFetching = useIsFetching({ queryKey: customersQuery().queryKey }) > 0
  return (
    <IconButton
      icon={RefreshCw}
      label={t('deliveries.refresh')}
      busy={isFetching}
      onClick={() => void refreshDeliveries()}
    />
  )
}
