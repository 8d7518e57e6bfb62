import { translation } from '../../../i18n/language.ts'
import { translate } from '../../../i18n/translate.ts'
import { reportProblem } from '../../../lib/report.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { invoiceHtml } from './invoice-html.ts'

/** The invoice as an HTML file in the current language; its id is the file name. */
export async function invoiceFile(invoice: InvoiceDocument): Promise<File> {
  const html = invoiceHtml(invoice, {
    language: translation.get().language,
    company: translate('common.appName'),
    title: translate('invoice.title'),
    qr: await qrOf(invoice.id),
  })
  return new File([html], `${invoice.id}.html`, { type: 'text/html' })
}

/** The QR code of the id. The file has none if the encoder cannot be loaded. */
async function qrOf(text: string) {
  try {
    const { qrPath } = await import('../../../lib/qr-path.ts')
    return qrPath(text)
  } catch (error) {
    reportProblem('Invoice file without QR code', error)
    return undefined
  }
}
