/** Shares the invoice with another app, or downloads it. */
import { translate } from '../../../i18n/translate.ts'
import { downloadFile } from '../../../lib/hand-out-file.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { translation } from '../../../i18n/language.ts'
import { reportProblem } from '../../../lib/report.ts'
import { invoiceHtml } from './invoice-html.ts'

export const canShare = () => typeof navigator.share === 'function'

/** Shares the invoice as text, and also as a file if the phone can share files. */
export async function shareInvoice(invoice: InvoiceDocument): Promise<void> {
  const title = translate('invoice.title')
  const files = [await invoiceFile(invoice)]
  const text = invoiceText(`${translate('common.appName')} · ${title}`, invoice)
  const data = { title: `${title} ${invoice.id}`, text }
  const withFiles = { ...data, files }
  await navigator.share(canShareFiles(withFiles) ? withFiles : data).catch((error: unknown) => {
    // The runner closed the share sheet: that needs no message.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  })
}

// Contrary to its type, `canShare` is missing in browsers that cannot share files.
const canShareFiles = (data: ShareData) =>
  typeof navigator.canShare === 'function' && navigator.canShare(data)

export async function downloadInvoice(invoice: InvoiceDocument): Promise<void> {
  downloadFile(await invoiceFile(invoice))
}

/** The invoice as plain text, for a phone that shares no files. */
function invoiceText(title: string, invoice: InvoiceDocument): string {
  const { balance, paid } = invoice
  const blocks = [
    [title, invoice.id, invoice.status],
    invoice.facts.map((fact) => `${fact.label}: ${fact.value}`),
    ...invoice.parts.map(({ lines, total }) => [
      ...lines.map((line) => `${line.label}, ${line.detail} = ${line.amount}`),
      `${total.label}: ${total.amount}`,
    ]),
    [balance, ...(paid ? [paid] : [])].map((figure) => `${figure.label}: ${figure.amount}`),
  ]
  return blocks.map((block) => block.join('\n')).join('\n\n')
}

/** The invoice as an HTML file in the current language; its id is the file name. */
async function invoiceFile(invoice: InvoiceDocument): Promise<File> {
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
