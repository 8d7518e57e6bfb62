import type { CashPayment, Settlement } from '@veni/domain/settlement'
import { toRupees } from '../rupees.ts'
import { toDealFields } from './deal.ts'
import type { CashPaymentRow, SettlementRow } from './store.ts'

export function toSettlement(row: SettlementRow): Settlement {
  return {
    ...toDealFields(row),
    settlement_date: row.completedAt.toISOString(),
    status: row.status,
  }
}

export function toCashPayment(row: CashPaymentRow): CashPayment {
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
