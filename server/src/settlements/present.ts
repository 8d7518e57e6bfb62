import type { RecountedCashPayment, RecountedSettlement } from '@veni/domain/recounted-deal'
import { toRupees } from '../rupees.ts'
import { toDealFields } from './deal.ts'
import type { CashPaymentRow, SettlementRow } from './store.ts'

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
