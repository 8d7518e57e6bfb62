import { hairTypeName } from '@veni/domain/hair'
import { formatRupees, paiseFromRupees, ZERO_PAISE } from '@veni/domain/money'
import type { Translate } from '../../i18n/translate.ts'
import type { Deal } from '../../outbox/deal-store.ts'

export interface InvoiceLine {
  readonly label: string
  readonly detail: string
  readonly amount: string
}

const rupees = (amount: number) => formatRupees(paiseFromRupees(amount) ?? ZERO_PAISE)

export function hairLines({ record }: Deal): InvoiceLine[] {
  return record.hair_lines.map((line) => ({
    label: hairTypeName(line.hair_type),
    detail: `${line.weight_grams} g × ${rupees(line.price_per_20g)} / 20 g`,
    amount: rupees(line.value),
  }))
}

export function itemLines({ record }: Deal): InvoiceLine[] {
  return record.items.map((item) => ({
    label: item.name,
    detail: `${item.quantity} × ${rupees(item.price)}`,
    amount: rupees(item.price * item.quantity),
  }))
}

/** Label and amount of the balance, with the word that says which way it goes. */
export function balanceLine({ record }: Deal, t: Translate): InvoiceLine {
  const label = t(
    record.balance_type === 'collect' ? 'cash.balanceToCollect' : 'cash.balanceToReturn',
  )
  return { label, detail: '', amount: rupees(record.balance_amount) }
}

/** The cash that changed hands; undefined when none did. */
export function cashLine(deal: Deal, t: Translate): InvoiceLine | undefined {
  if (deal.kind !== 'cash-payment' || deal.record.cash_amount === 0) return undefined
  return { label: t('cash.amount'), detail: '', amount: rupees(deal.record.cash_amount) }
}

export function dealDate(deal: Deal): string {
  return deal.kind === 'settlement' ? deal.record.settlement_date : deal.record.payment_date
}

/** The invoice as plain text, for a share sheet that takes nothing else. */
export function invoiceText(deal: Deal, t: Translate): string {
  const { record } = deal
  const cash = cashLine(deal, t)
  const lines = [...hairLines(deal), ...itemLines(deal), balanceLine(deal, t)]
  if (cash) lines.push(cash)
  return [
    `${t('common.appName')} ${record.invoice_id}`,
    record.customer_name,
    ...lines.map((line) => [line.label, line.detail, line.amount].filter(Boolean).join('  ')),
    `${t('cash.hairValue')}  ${rupees(record.hair_value)}`,
    `${t('cash.itemsTotal')}  ${rupees(record.items_total)}`,
  ].join('\n')
}

export function totalsOf({ record }: Deal) {
  return { hairValue: rupees(record.hair_value), itemsTotal: rupees(record.items_total) }
}
