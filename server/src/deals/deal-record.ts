import type { Location } from '@veni/domain/location'
import { createHash } from 'node:crypto'
import type { Api } from '@veni/domain/api'
import type { BodyOutput } from '@veni/domain/api/endpoint'
import type { RecountedCashPayment, RecountedSettlement } from '@veni/domain/deal/record'
import { toWireId } from '@veni/domain/api/wire'
import { toPaise, toRupees } from '../wire-values.ts'
import type { CashPaymentRow, SettlementRow } from './store.ts'

export type SettlementBody = BodyOutput<Api['recordSettlement']>
export type CashPaymentBody = BodyOutput<Api['recordCashPayment']>

/** Returns the columns of a settlement that its record fills. Amounts are in paise. */
export function toSettlementColumns(body: SettlementBody) {
  return {
    ...toDealColumns(body),
    completedAt: new Date(body.settlement_date),
    // Only `deliverSettlement` sets it to delivered, together with its customer.
    status: 'confirmed' as const,
  }
}

/** Returns the columns of a cash payment that its record fills. Amounts are in paise. */
export function toCashPaymentColumns(body: CashPaymentBody) {
  return {
    ...toDealColumns(body),
    completedAt: new Date(body.payment_date),
    cashAmountPaise: toPaise(body.cash_amount, 'cash_amount'),
    payoutMethod: body.payout_method,
    upiReference: body.upi_reference,
    cashReceiptUrl: body.cash_receipt_url,
  }
}

/** Returns the columns that both kinds of deal have. */
function toDealColumns(body: SettlementBody | CashPaymentBody) {
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
    ...toLocationColumns(body.location),
    clockOffsetS: body.clock_offset_s ?? null,
    hairLines: body.hair_lines,
    items: body.items,
  }
}

export function toSettlement(row: SettlementRow): RecountedSettlement {
  return {
    ...toDealFields(row),
    settlement_date: row.completedAt.toISOString(),
    status: row.status,
  }
}

export function toCashPayment(row: CashPaymentRow): RecountedCashPayment {
  return {
    ...toDealFields(row),
    cash_amount: toRupees(row.cashAmountPaise),
    payout_method: row.payoutMethod,
    upi_reference: row.upiReference,
    cash_receipt_url: row.cashReceiptUrl,
    payment_date: row.completedAt.toISOString(),
    status: 'completed',
    ...(row.orderId !== null && { order_id: row.orderId }),
  }
}

/** Returns the wire fields that both kinds of deal have. Amounts are in rupees. */
export function toDealFields(row: SettlementRow | CashPaymentRow) {
  return {
    invoice_id: row.invoiceId,
    visit_id: row.visitId,
    customer_id: toWireId(String(row.customerId)),
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
    ...(row.clockOffsetS !== null && { clock_offset_s: row.clockOffsetS }),
    ...(row.differences?.length && { differences: row.differences }),
  }
}

/** Older apps send no accuracy, age or reason. */
function toLocationColumns({ accuracy_m, age_s, reason, ...location }: Location) {
  return {
    ...location,
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

/**
 * The hash of what the phone sent. The status changes after that, so it does not count, and neither does the measured
 * offset of a clock, which an older server has not hashed. The order of the fields does not count either, because parsing
 * has put them into the order of the schema. `same-deal.ts` compares what has another hash, because one more field
 * changes it.
 */
export function hashDeal({
  status: _status,
  clock_offset_s: _offset,
  ...content
}: SettlementBody | CashPaymentBody): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
