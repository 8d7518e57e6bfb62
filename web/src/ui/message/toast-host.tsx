import { TriangleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import { usePainted } from '../../lib/use-painted.ts'
import { standReady } from './announcer.ts'
import { IconButton } from '../button/icon-button.tsx'
import styles from './toast-host.module.css'
import { currentToast, dismissToast, subscribeToToast } from './toast-store.ts'

const looks = {
  info: { icon: Info, tone: 'primary' },
  success: { icon: CircleCheck, tone: 'return' },
  error: { icon: TriangleAlert, tone: 'collect' },
} as const

export interface ToastHostProps {
  dismissLabel: string
}

/**
 * Shows what `showToast` says, and holds the region in which `useAnnounced` is heard. Render it once, at the root: live
 * regions must stand before they speak.
 */
export function ToastHost({ dismissLabel }: ToastHostProps) {
  const current = useSyncExternalStore(subscribeToToast, currentToast)
  // It comes after what it tells of: a tap shows its own effect first. It goes at once.
  const latest = usePainted(current)
  const toast = current?.open && latest?.open ? latest : null
  const isError = toast?.tone === 'error'

  const card = toast && (
    <ToastCard
      key={toast.id}
      {...looks[toast.tone]}
      message={toast.message}
      dismissLabel={dismissLabel}
    />
  )
  return (
    <>
      <div ref={standReady} className="visually-hidden" />
      <div aria-live="polite" className={styles.region}>
        {!isError && card}
      </div>
      <div role="alert" className={styles.region}>
        {isError && card}
      </div>
    </>
  )
}

type ToastCardProps = (typeof looks)[keyof typeof looks] & ToastHostProps & { message: string }

function ToastCard({ icon: Icon, tone, message, dismissLabel }: ToastCardProps) {
  return (
    <div data-tone={tone} className={styles.toast}>
      <Icon />
      <p className={styles.message}>{message}</p>
      <IconButton icon={X} label={dismissLabel} onClick={dismissToast} />
    </div>
  )
}
