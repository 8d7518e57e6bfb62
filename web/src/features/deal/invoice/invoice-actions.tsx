import { Download, Printer, Share2 } from 'lucide-react'
import { LanguageToggle } from '../../../components/frame/language-toggle.tsx'
import { useTranslate } from '../../../i18n/translate.ts'
import { reportProblem } from '../../../lib/report.ts'
import type { Deal } from '@veni/domain/deal'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/message/toast-store.ts'
import { canShare, downloadInvoice, shareInvoice } from './share-invoice.ts'
import styles from './invoice-actions.module.css'
import { useInvoiceDocument, type InvoiceDocument } from './invoice-document.ts'

/** Share, or download if the phone cannot share; print; and the language of the invoice. */
export function InvoiceActions({ deal }: { deal: Deal }) {
  const t = useTranslate()
  const invoice = useInvoiceDocument(deal)

  function handOut(give: (invoice: InvoiceDocument) => Promise<void>) {
    give(invoice).catch((error: unknown) => {
      reportProblem('Invoice not handed out', error)
      showToast({ tone: 'error', message: t('invoice.failed') })
    })
  }

  return (
    <div className={styles.actions}>
      {canShare() ? (
        <Button icon={Share2} onClick={() => handOut(shareInvoice)}>
          {t('invoice.share')}
        </Button>
      ) : (
        <Button icon={Download} onClick={() => handOut(downloadInvoice)}>
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
