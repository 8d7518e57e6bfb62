import { TriangleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useValue } from '../../lib/use-value.ts'
import { usePainted } from '../../lib/use-painted.ts'
import { attachLiveRegion } from './announcer.ts'
import { IconButton } from '../button/icon-button.tsx'
import styles from './toast-host.module.css'
import { currentToast, dismissToast } from './toast-store.ts'

const tones = {
  info: { icon: Info, tone: 'primary' },
  success: { icon: CircleCheck, tone: 'return' },
  error: { icon: TriangleAlert, tone: 'collect' },
} as const

export interface ToastHostProps {
  dismissLabel: string
}

/**
 * Shows the message of `showToast` and contains the live region of `announce`. Render it once, at the root:
 * a live region must exist before its text.
 */
export function ToastHost({ dismissLabel }: ToastHostProps) {
  const current = useValue(currentToast)
  // A tap paints its own effect before the toast appears. A dismissed toast disappears at once.
  const latest = usePainted(current)
  const toast = current?.open && latest?.open ? latest : null
  const isError = toast?.tone === 'error'

  const card = toast && (
    <ToastCard
      key={toast.id}
      {...tones[toast.tone]}
      message={toast.message}
      dismissLabel={dismissLabel}
    />
  )
  return (
    <>
      <div ref={attachLiveRegion} className="visually-hidden" />
      <div aria-live="polite" className={styles.region}>
        {!isError && card}
      </div>
      <div role="alert" className={styles.region}>
        {isError && card}
      </div>
    </>
  )
}

type ToastCardProps = (typeof tones)[keyof typeof tones] & ToastHostProps & { message: string }

function ToastCard({ icon: Icon, tone, message, dismissLabel }: ToastCardProps) {
  return (
    <div data-tone={tone} className={styles.toast}>
      <Icon />
      <p className={styles.message}>{message}</p>
      <IconButton icon={X} label={dismissLabel} onClick={dismissToast} />
    </div>
  )
}
