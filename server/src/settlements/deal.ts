import { createHash } from 'node:crypto'
import type { Api } from '@veni/domain/api'
import type { BodyOutput } from '@veni/domain/endpoint'
import type { Location } from '@veni/domain/settlement'
import { wireId } from '@veni/domain/wire'
import { AppError } from '../errors.ts'
import { toPaise, toRupees } from '../rupees.ts'
import type { CashPaymentRow, SettlementRow } from './store.ts'

export type SettlementBody = BodyOutput<Api['recordSettlement']>
export type CashPaymentBody = BodyOutput<Api['recordCashPayment']>

/** What both kinds of deal store, in paise. */
export function toDealColumns(body: SettlementBody | CashPaymentBody) {
  return {
    invoiceId: body.invoice_id,
    visitId: body.visit_id,
    contentHash: hashDeal(body),
    customerName: body.customer_name,
    hairType: body.hair_type,
    hairWeightGrams: body.hair_weight,
    hairValuePaise: toPaise(body.hair_value, 'hair_value'),
    itemsTotalPaise: toPaise(body.items_total, 'items_total'),
    balancePaise: toPaise(body.balance_amount, 'balance_amount'),
    balanceType: body.balance_type,
    hairPhotoUrl: body.hair_photo_url,
    ...toPlaceColumns(body.location),
    hairLines: body.hair_lines,
    items: body.items,
  }
}

/** The same on the wire, in rupees. */
export function toDealFields(row: SettlementRow | CashPaymentRow) {
  return {
    invoice_id: row.invoiceId,
    visit_id: row.visitId,
    customer_id: wireId(String(row.customerId)),
    customer_name: row.customerName,
    hair_type: row.hairType,
    hair_weight: row.hairWeightGrams,
    hair_value: toRupees(row.hairValuePaise),
    hair_lines: row.hairLines,
    items: row.items,
    items_total: toRupees(row.itemsTotalPaise),
    balance_amount: toRupees(row.balancePaise),
    balance_type: row.balanceType,
    hair_photo_url: row.hairPhotoUrl,
    location: toLocation(row),
    ...(row.differences?.length && { differences: row.differences }),
  }
}

/** Each left out by a phone that does not know it, and by those of older releases. */
function toPlaceColumns({ accuracy_m, age_s, reason, ...place }: Location) {
  return {
    ...place,
    accuracyM: accuracy_m ?? null,
    locationAgeS: age_s ?? null,
    locationGap: reason ?? null,
  }
}

function toLocation(row: SettlementRow | CashPaymentRow): Location {
  const { latitude, longitude, address, accuracyM, locationAgeS, locationGap } = row
  return {
    latitude,
    longitude,
    address,
    ...(accuracyM !== null && { accuracy_m: accuracyM }),
    ...(locationAgeS !== null && { age_s: locationAgeS }),
    ...(locationGap !== null && { reason: locationGap }),
  }
}

/** A repeat of a stored deal must be the same deal of the same runner. Throws `conflict`. */
export function requireSameDeal<TRow extends SettlementRow | CashPaymentRow>(
  stored: TRow,
  runnerId: number,
  body: SettlementBody | CashPaymentBody,
): TRow {
  if (stored.runnerId === runnerId && stored.contentHash === hashDeal(body)) return stored
  throw invoiceTaken()
}

export function invoiceTaken(): AppError {
  return new AppError('conflict', 'This invoice id belongs to another deal.', [
    { path: 'invoice_id', reason: 'belongs to another deal' },
  ])
}

/** Its status moves on after it was sent, so a repeat is compared without it. Parsing has put the fields in one order. */
function hashDeal({ status: _status, ...content }: SettlementBody | CashPaymentBody): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
