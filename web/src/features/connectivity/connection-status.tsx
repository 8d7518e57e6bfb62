import { useQuery } from '@tanstack/react-query'
import { LoaderCircle, Wifi, WifiOff } from 'lucide-react'
import { isUnreachable } from '../../api/customer-list.ts'
import { customersQuery } from '../../api/customer-queries.ts'
import { healthQuery } from '../../api/health.ts'
import { useIsAwaited, useLastError } from '../../api/query-hooks.tsx'
import { useTranslate, type Translate } from '../../i18n/translate.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import styles from './connection-status.module.css'
import { ApiFailure } from '../../api/failure.ts'

/**
 * Whether the server answers: Connected, Disconnected or Checking... A list call that reaches no server counts as much as
 * a failed ping. Without a list on the screen, the list shows the reason itself.
 */
export function ConnectionStatus() {
  const t = useTranslate()
  const health = useQuery(healthQuery())
  const error = useLastError(healthQuery(), health)
  const list = useQuery(customersQuery())
  const isListAwaited = useIsAwaited(customersQuery(), list)
  // The running attempt has no outcome yet.
  const listFailure = list.failureReason ?? (isListAwaited ? null : list.error)
  const isDisconnected = error !== null || isUnreachable(listFailure)
  const isConnected = !isDisconnected && health.data !== undefined
  return (
    <Stack gap="small">
      <output className={styles.status}>
        {!isDisconnected && !isConnected && (
          <Badge tone="muted" icon={LoaderCircle}>
            {t('deliveries.checking')}
          </Badge>
        )}
        {isConnected && (
          <Badge tone={listFailure ? 'muted' : 'return'} icon={Wifi}>
            {t('deliveries.connected')}
          </Badge>
        )}
        {isDisconnected && (
          <Badge tone="collect" icon={WifiOff}>
            {t('deliveries.disconnected')}
          </Badge>
        )}
      </output>
      {error && <p className={styles.reason}>{healthSentence(error, t)}</p>}
      {!error && isDisconnected && list.data !== undefined && (
        <p className={styles.reason}>{t('health.network')}</p>
      )}
    </Stack>
  )
}

/** Why the health check failed, in the words of. */
export function healthSentence(error: Error, t: Translate): string {
  if (!(error instanceof ApiFailure)) return t('health.other', { message: error.message })
  const { kind, detail } = error
  switch (kind) {
    case 'timeout':
      return t('health.timeout')
    case 'network':
      return t('health.network')
    case 'status':
      return t('health.status', { status: detail.status ?? 0 })
    case 'bad-reply':
      return t('health.other', { message: t('failure.unreadable') })
  }
}
