/** Gives the invoice away: to another app of the phone, or into its downloads. */
import { translate } from '../../../i18n/translate.ts'
import { downloadFile } from '../../../lib/hand-out-file.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { invoiceFile } from './invoice-file.ts'
import { invoiceText } from './invoice-text.ts'

export const canShare = () => typeof navigator.share === 'function'

/** As a text, and as a file too where the phone shares files. */
export async function shareInvoice(invoice: InvoiceDocument): Promise<void> {
  const title = translate('invoice.title')
  const files = [await invoiceFile(invoice)]
  const text = invoiceText(`${translate('common.appName')} · ${title}`, invoice)
  const data = { title: `${title} ${invoice.id}`, text }
  const withFiles = { ...data, files }
  await navigator.share(canShareFiles(withFiles) ? withFiles : data).catch((error: unknown) => {
    // Closing the share sheet is no problem worth a word.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  })
}

// Browsers that know no files have no `canShare` either, whatever the types say.
const canShareFiles = (data: ShareData) =>
  typeof navigator.canShare === 'function' && navigator.canShare(data)

export async function downloadInvoice(invoice: InvoiceDocument): Promise<void> {
  downloadFile(await invoiceFile(invoice))
}
