import { Download, Printer, Share2 } from 'lucide-react'
import { LanguageToggle } from '../../components/language-toggle.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import type { Deal } from '../../outbox/deal-store.ts'
import { Button } from '../../ui/button.tsx'
import { canShare, downloadInvoice, shareInvoice } from './hand-out-invoice.ts'
import styles from './invoice-actions.module.css'
import { useInvoiceDocument } from './use-invoice-document.ts'

/** Share where the phone can, otherwise download; print everywhere; all of it in the language of the customer. */
export function InvoiceActions({ deal }: { deal: Deal }) {
  const t = useTranslate()
  const invoice = useInvoiceDocument(deal)

  function handleShare() {
    shareInvoice(invoice).catch((error: unknown) => reportProblem('Invoice not shared', error))
  }

  function handleDownload() {
    downloadInvoice(invoice).catch((error: unknown) =>
      reportProblem('Invoice not downloaded', error),
    )
  }

  return (
    <div className={styles.actions}>
      {canShare() ? (
        <Button icon={Share2} onClick={handleShare}>
          {t('invoice.share')}
        </Button>
      ) : (
        <Button icon={Download} onClick={handleDownload}>
          {t('invoice.download')}
        </Button>
      )}
      <Button icon={Printer} onClick={() => window.print()}>
        {t('invoice.print')}
      </Button>
      <div className={styles.language}>
        <LanguageToggle />
      </div>
    </div>
  )
}
