/** Deals that the office recorded for a phone that could not send them (`ops deals adopt`), when the phone sends them. */
import { isDeepStrictEqual } from 'node:util'
import { shorten } from '@veni/domain/deal/fit-record'
import type { DealFlag } from '@veni/domain/deal/flags'
import {
  cashPaymentSchema,
  type Difference,
  type RecountedCashPayment,
  type RecountedSettlement,
  settlementSchema,
} from '@veni/domain/deal/record'
import { findInvoiceId, type Work } from '@veni/domain/work'
import { ERASED_NAME } from '../customers/erased-fields.ts'
import { lockCustomer } from '../customers/service.ts'
import type { Tx } from '../db/client.ts'
import { toCashPayment, toSettlement } from './deal-record.ts'
import {
  type CashPaymentRow,
  changeCashPayment,
  changeSettlement,
  findCashPayment,
  findSettlement,
  type SettlementRow,
  wasReserved,
} from './store.ts'

export interface AdoptedDeal {
  readonly orderId: number | undefined
  readonly differences: Difference[] | undefined
  readonly isNew: boolean
}

interface OwnDeal {
  readonly runnerId: number
  readonly work: Work
}

/**
 * The deal is stored, so nothing is recorded again. What the phone has otherwise becomes a flag, and its photos are
 * named. @returns undefined when the office has adopted no such deal of the runner
 */
export async function receiveAdopted(tx: Tx, own: OwnDeal): Promise<AdoptedDeal | undefined> {
  const invoiceId = findInvoiceId(own.work)
  if (invoiceId === undefined || !(await wasReserved(tx, invoiceId))) return undefined
  return receiveStored(tx, own)
}

async function receiveStored(
  tx: Tx,
  { runnerId, work }: OwnDeal,
): Promise<AdoptedDeal | undefined> {
  if (work.kind === 'settlement') {
    const { settlement } = work
    const stored = await lockAdopted(tx, runnerId, () => findSettlement(tx, settlement.invoice_id))
    if (!stored) return undefined
    await changeSettlement(tx, stored.invoiceId, {
      flags: addFlags(stored.flags, compare(toSettlement(stored), settlement, settlementSchema)),
      hairPhotoUrl: stored.hairPhotoUrl || settlement.hair_photo_url,
    })
    return { orderId: undefined, differences: stored.differences ?? undefined, isNew: true }
  }
  if (work.kind !== 'cash-payment') return undefined
  const { payment } = work
  const stored = await lockAdopted(tx, runnerId, () => findCashPayment(tx, payment.invoice_id))
  if (!stored) return undefined
  await changeCashPayment(tx, stored.invoiceId, {
    flags: addFlags(stored.flags, compare(toCashPayment(stored), payment, cashPaymentSchema)),
    hairPhotoUrl: stored.hairPhotoUrl || payment.hair_photo_url,
    cashReceiptUrl: stored.cashReceiptUrl || payment.cash_receipt_url,
  })
  const { orderId, differences } = stored
  return { orderId: orderId ?? undefined, differences: differences ?? undefined, isNew: true }
}

/**
 * The deal, if the office has adopted it of the runner. Locks its customer first, as every writer of a deal does: an
 * erase and other entries with this deal wait, so that no flag of one is lost or comes back.
 */
async function lockAdopted<TRow extends SettlementRow | CashPaymentRow>(
  tx: Tx,
  runnerId: number,
  find: () => Promise<TRow | undefined>,
): Promise<TRow | undefined> {
  const found = await find()
  if (!found || !isAdoptedOf(found, runnerId)) return undefined
  await lockCustomer(tx, found.customerId)
  return find()
}

const isAdoptedOf = (stored: SettlementRow | CashPaymentRow, runnerId: number) =>
  stored.runnerId === runnerId && stored.flags?.some(({ kind }) => kind === 'adopted') === true

/** The status and the photos change after the deal was made. */
const NOT_COMPARED = ['status', 'hair_photo_url', 'cash_receipt_url', 'order_id']
const MOST_CHARACTERS = 200

/** At most one flag for each field: a phone sends a deal once, and the flags of a deal must have a bound. */
function addFlags(stored: readonly DealFlag[] | null, added: readonly DealFlag[]): DealFlag[] {
  const flags = stored ?? []
  const nameOf = ({ kind, field }: DealFlag) => `${kind} ${field.split(' ')[0]}`
  const names = new Set(flags.map(nameOf))
  return [...flags, ...added.filter((flag) => !names.has(nameOf(flag)))]
}

/** A flag for each field of the record that the phone has otherwise. The phone may send fields of its own, too. */
function compare(
  stored: RecountedSettlement | RecountedCashPayment,
  sent: object,
  { entries }: typeof settlementSchema | typeof cashPaymentSchema,
): DealFlag[] {
  // What the office has erased must not come back in a flag.
  if (stored.customer_name === ERASED_NAME) return []
  const known = stored as Readonly<Record<string, unknown>>
  return Object.entries(sent)
    .filter(([name]) => Object.hasOwn(entries, name) && !NOT_COMPARED.includes(name))
    .filter(([name, value]) => !isSame(name, value, known[name]))
    .map(([name, value]) => {
      const text = shorten(JSON.stringify(value) ?? 'nothing', MOST_CHARACTERS)
      return { kind: 'sent-later', field: `${name} ${text}` }
    })
}

/** Phone and database may spell the same time and the same id in two ways. */
function isSame(name: string, sent: unknown, stored: unknown): boolean {
  if (name.endsWith('_date')) return Date.parse(String(sent)) === Date.parse(String(stored))
  return name === 'customer_id' ? String(sent) === String(stored) : isDeepStrictEqual(sent, stored)
}
