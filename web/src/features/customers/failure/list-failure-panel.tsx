import { RefreshCw, TriangleAlert, WifiOff } from 'lucide-react'
import { useTranslate } from '../../../i18n/translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ErrorPanel } from '../../../ui/placeholder/error-panel.tsx'
import { useAnnounced } from '../../../ui/message/announcer.ts'
import { isServerUnavailable, listFailureWords } from './list-failure.ts'
import styles from './list-failure-panel.module.css'
import { refreshDeliveries } from '../list/refresh-button.tsx'

export interface ListFailurePanelProps {
  failure: Error
  /** What happens next without the runner. */
  note?: string
}

export function ListFailurePanel({ failure, note }: ListFailurePanelProps) {
  const t = useTranslate()
  const announced = useAnnounced<HTMLParagraphElement>()
  const { title, message, retry } = listFailureWords(failure, t)
  return (
    <>
      <ErrorPanel
        icon={isServerUnavailable(failure) ? TriangleAlert : WifiOff}
        title={title}
        message={message}
        action={
          <Button variant="primary" icon={RefreshCw} onClick={() => void refreshDeliveries()}>
            {retry}
          </Button>
        }
      />
      {note && (
        <p ref={announced} className={styles.note}>
          {note}
        </p>
      )}
    </>
  )
}
