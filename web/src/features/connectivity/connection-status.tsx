import { LoaderCircle, Wifi, WifiOff } from 'lucide-react'
import { healthQuery } from '../../api/health-query.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './connection-status.module.css'
import { healthSentence } from './health-sentence.ts'

/** Whether the portal answers: Connected, Disconnected or Checking... (spec §2 "/deliveries"). */
export function ConnectionStatus() {
  const t = useTranslate()
  const { data, error } = useValue(healthQuery())
  const isConnected = !error && data !== undefined
  return (
    <Stack gap="small">
      <output className={styles.status}>
        {!error && !isConnected && (
          <Badge tone="muted" icon={LoaderCircle}>
            {t('deliveries.checking')}
          </Badge>
        )}
        {isConnected && (
          <Badge tone="return" icon={Wifi}>
            {t('deliveries.connected')}
          </Badge>
        )}
        {error && (
          <Badge tone="collect" icon={WifiOff}>
            {t('deliveries.disconnected')}
          </Badge>
        )}
      </output>
      {error && <p className={styles.reason}>{healthSentence(error, t)}</p>}
    </Stack>
  )
}
