import { Printer, Share2 } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import type { Deal } from '../../outbox/deal-store.ts'
import { Button } from '../../ui/button.tsx'
import styles from './invoice-actions.module.css'
import { invoiceText } from './invoice-text.ts'

/** Share where the phone can, print everywhere. */
export function InvoiceActions({ deal }: { deal: Deal }) {
  const t = useTranslate()
  const canShare = typeof navigator.share === 'function'

  function handleShare() {
    navigator
      .share({ title: deal.invoiceId, text: invoiceText(deal, t) })
      .catch((error: unknown) => {
        // Closing the share sheet is no problem worth a word.
        if (!(error instanceof DOMException && error.name === 'AbortError'))
          reportProblem('Invoice not shared', error)
      })
  }

  return (
    <div className={styles.actions}>
      {canShare && (
        <Button icon={Share2} onClick={handleShare}>
          {t('invoice.share')}
        </Button>
      )}
      <Button icon={Printer} onClick={() => window.print()}>
        {t('invoice.print')}
      </Button>
    </div>
  )
}
