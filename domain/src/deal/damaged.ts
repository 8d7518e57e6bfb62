/**
 * Reads what can be understood of the damaged rows of a phone, field by field. The office gives what is missing
 * (`npm run ops -- deals adopt`). Nothing is guessed that changes an amount: a sum is computed from its lines only.
 */
import * as v from 'valibot'
import { customerUpdateSchema, type CustomerUpdate } from '../api/customers.ts'
import { INVOICE_ID_PATTERN, invoicePrefixes, type DealKind } from '../invoice.ts'
import { LOCATION_NOT_AVAILABLE } from '../location.ts'
import { HAIR_PURCHASE, orderCreateSchema, type OrderCreate, orderUpdateSchema } from '../order.ts'
import type { Work } from '../work.ts'
import { at, distinct, type FieldProblem, type Fields, readFields } from './damaged/read-fields.ts'
import { computeBalance, computeSums } from './damaged/sums.ts'
import { toWork } from './damaged/to-work.ts'
import { cashPaymentSchema, settlementSchema } from './record.ts'

export interface ReadWork {
  readonly customerId: string
  /** undefined while there are problems. */
  readonly work: Work | undefined
  /** The fields that the office gave or that were computed from others. */
  readonly filled: readonly string[]
  readonly problems: readonly FieldProblem[]
}

export interface DamagedRows {
  /** Rows of one visit as they were stored, whatever they are now. */
  readonly rows: readonly unknown[]
  /** Their key on the phone: of a deal, the id of its visit. */
  readonly key: string
  /** What the office gives, by the name of the field. */
  readonly given: Readonly<Record<string, unknown>>
  /** The photos of the visit that are there, with the address that each has at the server. */
  readonly photos: readonly {
    readonly id: string
    readonly role: 'packet' | 'receipt'
    readonly url: string
  }[]
}

export function readDamagedWork(damaged: DamagedRows): ReadWork {
  const kind = findKind(damaged)
  if (kind === 'settlement' || kind === 'cash-payment') return readDeal(kind, damaged)
  if (kind === 'customer-update' || kind === 'single-order') return readOther(kind, damaged)
  if (kind === 'settlement-delivered') return readDelivery(damaged)
  const found = distinct([damaged.given['kind']])
  return { customerId: '', work: undefined, filled: [], problems: [{ field: 'kind', found }] }
}

/** The fields that the office gives and no reader of the work reads: their values would be ignored. */
export function findUnknownFields(damaged: Pick<DamagedRows, 'rows' | 'given'>): string[] {
  const kind = findKind(damaged)
  if (!kind) return []
  const known = ['kind', ...beside[kind], ...Object.keys(fields[kind])]
  return Object.keys(damaged.given).filter((field) => !known.includes(field))
}

/** An id as text; '' for what can be no id. */
const toId = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const { status: _, ...settlementFields } = settlementSchema.entries
const { status: __, order_id: ___, ...paymentFields } = cashPaymentSchema.entries

/** What is read of each kind. The status of a new deal and the number of its order are not read: the server makes them. */
const fields = {
  settlement: settlementFields,
  'cash-payment': paymentFields,
  'customer-update': customerUpdateSchema.entries,
  'single-order': orderCreateSchema.entries,
  // The delivery of a settlement needs nothing else.
  'settlement-delivered': { invoice_id: v.pipe(v.string(), v.regex(INVOICE_ID_PATTERN)) },
} as const
type Kind = keyof typeof fields
const kinds = Object.keys(fields) as readonly Kind[]

/** What the office can give beside them. A deal is adopted under no id of the phone, and its customer is a field. */
const beside: Readonly<Record<Kind, readonly string[]>> = {
  settlement: [],
  'cash-payment': [],
  'customer-update': ['id', 'customer_id'],
  'single-order': ['id'],
  'settlement-delivered': ['id'],
}

function findKind({ rows, given }: Pick<DamagedRows, 'rows' | 'given'>): Kind | undefined {
  if (given['kind'] !== undefined) return kinds.find((kind) => kind === given['kind'])
  const named = rows.flatMap((row) => [at(row, 'work', 'kind'), at(row, 'kind')])
  const known = kinds.find((kind) => named.includes(kind))
  if (known) return known
  // Only a delivery names its deal there. By the prefix it would be taken for the settlement.
  if (rows.some((row) => at(row, 'work', 'invoiceId') !== undefined)) return 'settlement-delivered'
  const invoiceId = toId(given['invoice_id'] ?? findInvoiceId(rows))
  return (Object.keys(invoicePrefixes) as DealKind[]).find((kind) =>
    invoiceId.startsWith(`${invoicePrefixes[kind]}-`),
  )
}

/** The invoice id of the deal; undefined for other work, whose texts may name one, too. */
export function findInvoiceOfDeal(rows: readonly unknown[]): string | undefined {
  const kind = findKind({ rows, given: {} })
  return kind === 'settlement' || kind === 'cash-payment' ? findInvoiceId(rows) : undefined
}

/** Whether they are the delivery of a settlement, which must be stored before it. */
export const isDelivery = (rows: readonly unknown[]): boolean =>
  findKind({ rows, given: {} }) === 'settlement-delivered'

/** An invoice id in any text of the rows. */
function findInvoiceId(rows: readonly unknown[]): string | undefined {
  return /(?:INV|CASH)-\d{1,16}-[A-Z0-9]{6}/.exec(JSON.stringify(rows))?.[0]
}

function readDeal(kind: DealKind, damaged: DamagedRows): ReadWork {
  const { rows, given } = damaged
  const part = kind === 'settlement' ? 'settlement' : 'payment'
  const records = rows.flatMap((row) => [at(row, 'work', part), at(row, 'record')])
  const entries = fields[kind]
  const hints = [...rows.map(readHints(damaged.key)), readDefaults(damaged)]
  const first = readFields(entries, { given, records, hints })
  // Sums come last, from the lines that were read.
  const sums = computeSums(first.read)
  const { read, filled, problems } = readFields(entries, {
    given,
    records,
    hints: [...hints, sums, computeBalance({ ...sums, ...first.read })],
  })
  const record = { ...read, status: kind === 'settlement' ? 'confirmed' : 'completed' }
  const schema = kind === 'settlement' ? settlementSchema : cashPaymentSchema
  const isWhole = problems.length === 0 && v.is(schema, record)
  return {
    customerId: toId(read['customer_id']),
    work: isWhole ? toWork(kind, record, damaged) : undefined,
    filled: filled.filter((field) => !harmless.has(field) || field in given),
    problems,
  }
}

/** Fields whose default loses nothing that anybody was paid for. */
const harmless = new Set([
  'customer_name',
  'location',
  'hair_photo_url',
  'cash_receipt_url',
  'upi_reference',
])

/** What the entry, the order and its delivery say about the deal. */
const readHints =
  (key: string) =>
  (row: unknown): Fields => {
    const order = at(row, 'work', 'order')
    const delivered = at(row, 'work', 'delivered')
    const isHairOnly = at(order, 'product_id') === HAIR_PURCHASE
    const createdAt = at(row, 'createdAt')
    const completed = at(delivered, 'delivery_date') ?? toInstant(createdAt)
    return {
      invoice_id: at(row, 'invoiceId') ?? at(order, 'invoice_id') ?? findInvoiceId([row]),
      visit_id: at(order, 'visit_id') ?? at(row, 'visitId') ?? key,
      customer_id: at(row, 'customerId') ?? at(order, 'customer_id'),
      hair_value: isHairOnly ? at(order, 'total_amount') : undefined,
      items: isHairOnly ? [] : at(order, 'items'),
      cash_amount: at(delivered, 'actual_amount'),
      payout_method: at(delivered, 'payment_type') ?? at(order, 'payment_method'),
      payment_date: completed,
      settlement_date: completed,
      hair_photo_url: at(delivered, 'hair_photo_url') || undefined,
      cash_receipt_url: at(delivered, 'cash_receipt_url') || undefined,
      upi_reference: findUpiReference(String(at(delivered, 'runner_notes'))),
      clock_offset_s: at(row, 'clockOffsetS'),
    }
  }

/**
 * What follows the first `UPI reference` of the last line. Only that line is searched: in a long damaged text, a search
 * that fails at the end of an earlier line would begin again at each `UPI reference`.
 */
const findUpiReference = (notes: string): string | undefined =>
  /UPI reference (.+)/.exec(notes.split(/[\n\r\u2028\u2029]/).at(-1) ?? '')?.[1]

const toInstant = (ms: unknown) =>
  typeof ms === 'number' && ms > 0 && ms < 8.64e15 ? new Date(ms).toISOString() : undefined

function readDefaults({ photos }: DamagedRows): Fields {
  const urlOf = (role: string) => photos.find((photo) => photo.role === role)?.url ?? ''
  return {
    customer_name: '',
    location: LOCATION_NOT_AVAILABLE,
    hair_photo_url: urlOf('packet'),
    cash_receipt_url: urlOf('receipt'),
    upi_reference: '',
  }
}

function readOther(
  kind: 'customer-update' | 'single-order',
  { rows, given }: DamagedRows,
): ReadWork {
  const part = kind === 'customer-update' ? 'body' : 'order'
  const records = rows.map((row) => at(row, 'work', part))
  const hints = rows.map((row) => ({ customer_id: at(row, 'customerId') }))
  const { read, filled, problems } = readFields(fields[kind], { given, records, hints })
  const customer = given['customer_id'] ?? hints[0]?.customer_id ?? read['customer_id']
  const isKnown = toId(customer) !== ''
  const all = isKnown
    ? problems
    : [...problems, { field: 'customer_id', found: distinct([customer]) }]
  // What the runner was paid stands in the delivery only.
  const partOf = (name: 'delivered' | 'customer', whole: v.GenericSchema): object | undefined =>
    rows.map((row) => at(row, 'work', name)).find((one): one is object => v.is(whole, one))
  const status = 'delivered' as const
  const delivered = { ...partOf('delivered', orderUpdateSchema), status }
  const changed = { ...partOf('customer', customerUpdateSchema), status }
  const work: Work =
    kind === 'customer-update'
      ? { kind, body: read as CustomerUpdate }
      : { kind, order: read as OrderCreate, delivered, customer: changed }
  return {
    customerId: toId(customer),
    work: all.length === 0 ? work : undefined,
    filled,
    problems: all,
  }
}

function readDelivery({ rows, given }: DamagedRows): ReadWork {
  const records = rows.map((row) => ({
    invoice_id: at(row, 'work', 'invoiceId') ?? findInvoiceId([row]),
  }))
  const { read, filled, problems } = readFields(fields['settlement-delivered'], {
    given,
    records,
    hints: [],
  })
  const work = { kind: 'settlement-delivered' as const, invoiceId: toId(read['invoice_id']) }
  const [customerId = ''] = rows.map((row) => toId(at(row, 'customerId'))).filter(Boolean)
  return { customerId, work: problems.length === 0 ? work : undefined, filled, problems }
}
