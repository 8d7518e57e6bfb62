import { translation } from '../../../i18n/language.ts'
import { translate } from '../../../i18n/translate.ts'
import { reportProblem } from '../../../lib/report.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { invoiceHtml } from './invoice-html.ts'

/** A file of the invoice in the language in use, named by its id. */
export async function invoiceFile(invoice: InvoiceDocument): Promise<File> {
  const html = invoiceHtml(invoice, {
    language: translation.get().language,
    company: translate('common.appName'),
    title: translate('invoice.title'),
    qr: await qrOf(invoice.id),
  })
  return new File([html], `${invoice.id}.html`, { type: 'text/html' })
}

/** The invoice on the screen has fetched the encoder; where it could not, the file does without its code. */
async function qrOf(text: string) {
  try {
    const { qrPath } = await import('../../../lib/qr-path.ts')
    return qrPath(text)
  } catch (error) {
    reportProblem('Invoice file without QR code', error)
    return undefined
  }
}
