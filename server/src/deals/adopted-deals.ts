/** Deals that the office recorded for a phone that could not send them (`ops deals adopt`), when the phone sends them. */
import { isDeepStrictEqual } from 'node:util'
import type { DealFlag } from '@veni/domain/deal/flags'
import type {
  Difference,
  RecountedCashPayment,
  RecountedSettlement,
} from '@veni/domain/deal/record'
import type { Work } from '@veni/domain/work'
import { ERASED_NAME } from '../customers/erased-fields.ts'
import type { Tx } from '../db/client.ts'
import { toCashPayment, toSettlement } from './deal-record.ts'
import {
  type CashPaymentRow,
  changeCashPayment,
  changeSettlement,
  findCashPayment,
  findSettlement,
  type SettlementRow,
} from './store.ts'

export interface AdoptedDeal {
  readonly orderId: number | undefined
  readonly differences: Difference[] | undefined
  readonly isNew: boolean
}

/**
 * The deal is stored, so nothing is recorded again. What the phone has otherwise becomes a flag, and its photos are
 * named. @returns undefined when the office has adopted no such deal of the runner
 */
export async function receiveAdopted(
  tx: Tx,
  { runnerId, work }: { readonly runnerId: number; readonly work: Work },
): Promise<AdoptedDeal | undefined> {
  if (work.kind === 'settlement') {
    const stored = await findSettlement(tx, work.settlement.invoice_id)
    if (!stored || !isAdoptedOf(stored, runnerId)) return undefined
    const flags = [...(stored.flags ?? []), ...compare(toSettlement(stored), work.settlement)]
    const hairPhotoUrl = stored.hairPhotoUrl || work.settlement.hair_photo_url
    await changeSettlement(tx, stored.invoiceId, { flags, hairPhotoUrl })
    return { orderId: undefined, differences: stored.differences ?? undefined, isNew: true }
  }
  if (work.kind !== 'cash-payment') return undefined
  const stored = await findCashPayment(tx, work.payment.invoice_id)
  if (!stored || !isAdoptedOf(stored, runnerId)) return undefined
  const { payment } = work
  await changeCashPayment(tx, stored.invoiceId, {
    flags: [...(stored.flags ?? []), ...compare(toCashPayment(stored), payment)],
    hairPhotoUrl: stored.hairPhotoUrl || payment.hair_photo_url,
    cashReceiptUrl: stored.cashReceiptUrl || payment.cash_receipt_url,
  })
  const { orderId, differences } = stored
  return { orderId: orderId ?? undefined, differences: differences ?? undefined, isNew: true }
}

const isAdoptedOf = (stored: SettlementRow | CashPaymentRow, runnerId: number) =>
  stored.runnerId === runnerId && stored.flags?.some(({ kind }) => kind === 'adopted') === true

/** The status and the photos change after the deal was made. */
const NOT_COMPARED = ['status', 'hair_photo_url', 'cash_receipt_url', 'order_id']
const MOST_CHARACTERS = 200

function compare(stored: RecountedSettlement | RecountedCashPayment, sent: object): DealFlag[] {
  // What the office has erased must not come back in a flag.
  if (stored.customer_name === ERASED_NAME) return []
  const known = stored as Readonly<Record<string, unknown>>
  return Object.entries(sent)
    .filter(([name, value]) => !NOT_COMPARED.includes(name) && !isSame(name, value, known[name]))
    .map(([name, value]) => {
      const text = (JSON.stringify(value) ?? 'nothing').slice(0, MOST_CHARACTERS)
      return { kind: 'sent-later', field: `${name} ${text}` }
    })
}

/** Phone and database may spell the same time and the same id in two ways. */
function isSame(name: string, sent: unknown, stored: unknown): boolean {
  if (name.endsWith('_date')) return Date.parse(String(sent)) === Date.parse(String(stored))
  return name === 'customer_id' ? String(sent) === String(stored) : isDeepStrictEqual(sent, stored)
}
