import { useQuery } from '@tanstack/react-query'
import { LoaderCircle, Wifi, WifiOff } from 'lucide-react'
import { healthQuery } from '../../api/queries.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './connection-status.module.css'
import { healthSentence } from './health-sentence.ts'

/** Whether the portal answers: Connected, Disconnected or Checking... (spec §2 "/deliveries"). */
export function ConnectionStatus() {
  const t = useTranslate()
  const { status, error } = useQuery(healthQuery())
  return (
    <Stack gap="small">
      <output className={styles.status}>
        {status === 'pending' && (
          <Badge tone="muted" icon={LoaderCircle}>
            {t('deliveries.checking')}
          </Badge>
        )}
        {status === 'success' && (
          <Badge tone="return" icon={Wifi}>
            {t('deliveries.connected')}
          </Badge>
        )}
        {status === 'error' && (
          <Badge tone="collect" icon={WifiOff}>
            {t('deliveries.disconnected')}
          </Badge>
        )}
      </output>
      {error && <p className={styles.reason}>{healthSentence(error, t)}</p>}
    </Stack>
  )
}
