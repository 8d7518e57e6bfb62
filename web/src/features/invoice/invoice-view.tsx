import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import type { Deal } from '../../outbox/deal-store.ts'
import { Card } from '../../ui/card.tsx'
import { SummaryList, type SummaryRow } from '../../ui/summary-list.tsx'
import { DealWhereabouts } from './deal-whereabouts.tsx'
import { balanceLine, cashLine, dealDate, hairLines, itemLines, totalsOf } from './invoice-text.ts'
import styles from './invoice-view.module.css'
import { RefusedDeal } from './refused-deal.tsx'

/** The invoice as a document: id, lines, weights, prices, balance, place (ruling 23). */
export function InvoiceView({ deal }: { deal: Deal }) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const { record } = deal
  const balance = balanceLine(deal, t)
  const totals = totalsOf(deal)
  const cash = cashLine(deal, t)
  const rows: SummaryRow[] = [
    ...hairLines(deal).map(toRow),
    { label: t('cash.hairValue'), value: totals.hairValue, strong: true },
    ...itemLines(deal).map(toRow),
    { label: t('cash.itemsTotal'), value: totals.itemsTotal },
    {
      label: balance.label,
      value: balance.amount,
      strong: true,
      tone: record.balance_type,
    },
    ...(cash ? [{ label: cash.label, value: cash.amount }] : []),
  ]
  return (
    <Card>
      <div className={styles.head}>
        <p className={styles.label}>{t('invoice.id')}</p>
        <p className={styles.id}>{record.invoice_id}</p>
        <DealWhereabouts deal={deal} />
        <RefusedDeal deal={deal} />
      </div>
      <dl className={styles.facts}>
        <Fact label={t('invoice.customer')} value={record.customer_name} />
        <Fact label={t('invoice.date')} value={formatDateTime(dealDate(deal), language)} />
        {deal.kind === 'cash-payment' && (
          <Fact
            label={t('invoice.payout')}
            value={t(deal.record.payout_method === 'upi' ? 'cash.upi' : 'cash.cash')}
          />
        )}
        {deal.kind === 'cash-payment' && (
          <Fact label={t('invoice.reference')} value={deal.record.upi_reference} />
        )}
        <Fact label={t('invoice.location')} value={record.location.address} />
      </dl>
      <SummaryList rows={rows} />
    </Card>
  )
}

const toRow = ({
  label,
  detail,
  amount,
}: {
  readonly label: string
  readonly detail: string
  readonly amount: string
}): SummaryRow => ({ label: `${label} · ${detail}`, value: amount })

function Fact({ label, value }: { label: string; value: string }) {
  if (!value) return null
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
