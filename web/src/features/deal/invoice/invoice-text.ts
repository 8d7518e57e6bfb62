import type { InvoiceDocument } from './invoice-document.ts'

/** The invoice as plain text, for a share sheet that takes nothing else. */
export function invoiceText(title: string, invoice: InvoiceDocument): string {
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
