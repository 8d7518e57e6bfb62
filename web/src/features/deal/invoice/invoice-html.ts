import type { Language } from '../../../i18n/language.ts'
import type { QrPath } from '../../../lib/qr-path.ts'
import type { InvoiceDocument, InvoiceFigure, InvoicePart } from './invoice-document.ts'

export interface InvoicePage {
  readonly language: Language
  /** The heading, as on the screen. */
  readonly company: string
  readonly title: string
  /** The QR code of the invoice id; undefined if the encoder could not be loaded. */
  readonly qr: QrPath | undefined
}

/** The invoice as a complete page. It can be read and printed without the app or a network, and has no script. */
export function invoiceHtml(invoice: InvoiceDocument, page: InvoicePage): string {
  const { language, company, title, qr } = page
  const { id, status, facts, parts, balance, paid } = invoice
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} ${id}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(company)}</h1>
<p>${escapeHtml(title)} <b>${escapeHtml(id)}</b><br>${escapeHtml(status)}</p>
${qr ? qrSvg(qr) : ''}
<dl>${facts.map((fact) => `<dt>${escapeHtml(fact.label)}</dt><dd>${escapeHtml(fact.value)}</dd>`).join('')}</dl>
${parts.map(table).join('\n')}
<table class="balance"><tbody>${row(balance)}${paid ? row(paid) : ''}</tbody></table>
</body>
</html>
`
}

/** Makes any text safe between tags and between double quotes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function table({ title, lines, total }: InvoicePart): string {
  const body = lines.map((line) => row(line, line.detail)).join('')
  return `<table><caption>${escapeHtml(title)}</caption><tbody>${body}${row(total)}</tbody></table>`
}

function row({ label, amount }: InvoiceFigure, detail = ''): string {
  const small = detail && `<small>${escapeHtml(detail)}</small>`
  return `<tr><th scope="row">${escapeHtml(label)}${small}</th><td>${escapeHtml(amount)}</td></tr>`
}

/** Hidden from screen readers, because the id is beside it as text. */
function qrSvg({ size, path }: QrPath): string {
  return `<svg viewBox="0 0 ${size} ${size}" aria-hidden="true" shape-rendering="crispEdges"><path d="${path}"/></svg>`
}

const STYLE = `
body{max-width:34rem;margin:1rem auto;padding:0 1rem;background:#fff;color:#000;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1,p,dl,dd{margin:0}
svg{display:block;width:7rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.2em 1em;align-items:baseline;margin:.75rem 0}
dt,small,caption{color:#333;font-size:.875em}
dd{font-weight:600}
table{width:100%;margin-top:.5rem;border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:start}
tr{border-top:1px solid #999;break-inside:avoid}
th,td{padding:.35em 0;font-weight:400;text-align:start;vertical-align:baseline}
td{padding-left:.75rem;text-align:end;white-space:nowrap}
td,tr:last-child th,.balance th{font-weight:700}
small{display:block}
.balance{border-block:2px solid #000;font-size:1.15em}
@page{margin:12mm}
@media print{body{max-width:none;margin:0;padding:0}}
@media print and (max-width:100mm){@page{margin:3mm}body{font-size:8.5pt;line-height:1.3}h1{font-size:12pt}svg{width:26mm;margin-inline:auto}}
`.trim()
