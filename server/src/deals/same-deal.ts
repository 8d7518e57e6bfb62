import { ERASED_DEAL, ERASED_NAME } from '../customers/erased-fields.ts'
import { AppError } from '../errors.ts'
import {
  type CashPaymentBody,
  hashDeal,
  type SettlementBody,
  toCashPaymentColumns,
  toSettlementColumns,
} from './deal-record.ts'
import type { CashPaymentRow, SettlementRow } from './store.ts'

/** Returns the stored deal when the repeat is the same deal of the same runner. Throws `conflict`. */
export function requireSameDeal<TRow extends SettlementRow | CashPaymentRow>(
  stored: TRow,
  runnerId: number,
  body: SettlementBody | CashPaymentBody,
): TRow {
  if (stored.runnerId === runnerId && isSameDeal(stored, body)) return stored
  throw invoiceIdInUse()
}

export function invoiceIdInUse(): AppError {
  return new AppError('conflict', 'This invoice id belongs to another deal.', [
    { path: 'invoice_id', reason: 'belongs to another deal' },
  ])
}

/**
 * Whether everything that both have is the same. A newer release of the app may send a deal again with one more field,
 * and an older one with a field less. The hash is enough for the usual repeat; it alone also covers what an erase has
 * overwritten.
 */
function isSameDeal(
  stored: SettlementRow | CashPaymentRow,
  body: SettlementBody | CashPaymentBody,
): boolean {
  if (stored.contentHash === hashDeal(body)) return true
  const { contentHash: _hash, status: _status, ...sent } = toComparable(body)
  return hasSameContent(sent, toKnown(stored))
}

function toComparable(body: SettlementBody | CashPaymentBody) {
  const columns =
    'payment_date' in body
      ? { ...toCashPaymentColumns(body), status: undefined, orderId: toNumber(body.order_id) }
      : toSettlementColumns(body)
  return { ...columns, customerId: toNumber(body.customer_id) }
}

const toNumber = (id: string | undefined) => (id === undefined ? undefined : Number(id))

/** The columns that an erase may have overwritten. */
const ERASED_COLUMNS = [...Object.keys(ERASED_DEAL), 'hairPhotoUrl', 'cashReceiptUrl']

function toKnown(stored: SettlementRow | CashPaymentRow): object {
  if (stored.customerName !== ERASED_NAME) return stored
  return { ...stored, ...Object.fromEntries(ERASED_COLUMNS.map((column) => [column, undefined])) }
}

/** A field that one of the two does not have makes no difference, at any depth; a line that one does not have does. */
function hasSameContent(one: unknown, other: unknown): boolean {
  if (isAbsent(one) || isAbsent(other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((line, at) => hasSameContent(line, other[at]))
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  if (isRecord(one) && isRecord(other))
    return Object.keys(one).every((name) => hasSameContent(one[name], other[name]))
  return one === other
}

const isAbsent = (value: unknown) => value === undefined || value === null
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
