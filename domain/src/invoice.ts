/** Invoice ids: prefix, timestamp, six random uppercase characters. */

export const invoicePrefixes = { settlement: 'INV', 'cash-payment': 'CASH' } as const
export type DealKind = keyof typeof invoicePrefixes

// Without I and O: people confuse them with 1 and 0 when they read an id aloud.
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
export const INVOICE_RANDOM_LENGTH = 6

/**
 * @param atMs when the deal was completed, in ms since 1970 by the phone's clock
 * @param randomBytes six uniformly random bytes (0–255)
 * @returns e.g. `INV-1763690400000-KXQRTB`
 */
export function makeInvoiceId(
  kind: DealKind,
  atMs: number,
  randomBytes: ArrayLike<number>,
): string {
  const random = Array.from(
    { length: INVOICE_RANDOM_LENGTH },
    (_, index) => LETTERS[(randomBytes[index] ?? 0) % LETTERS.length],
  ).join('')
  return `${invoicePrefixes[kind]}-${Math.trunc(atMs)}-${random}`
}

export const INVOICE_ID_PATTERN = /^(?:INV|CASH)-\d{1,16}-[A-Z0-9]{6}$/
