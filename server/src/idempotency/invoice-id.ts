/** Returns the invoice id of a deal in a body or an answer; undefined for anything else. */
export function findInvoiceId(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('invoice_id' in value)) return undefined
  return typeof value.invoice_id === 'string' ? value.invoice_id : undefined
}
