import { formatRupees, parseRupees } from '@veni/domain/money'
import { CircleCheck } from 'lucide-react'
import { DemoBadge } from '../../components/customer/customer-badges.tsx'
import { purchaseTypeName } from '../../components/value-names.ts'
import { useTranslate } from '../../i18n/translate.ts'
import type { OrderSuccessQuery } from '../../links.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SummaryList } from '../../ui/display/summary-list.tsx'
import { useAnnounced } from '../../ui/message/announcer.ts'
import styles from './order-summary.module.css'

/** The order that /order-success shows; all its data come from the link. */
export function OrderSummary({ order }: { order: OrderSuccessQuery }) {
  const t = useTranslate()
  const heading = useAnnounced<HTMLHeadingElement>()
  const rows = [
    // People compare the end of a long id.
    { label: t('order.id'), value: order.orderId.slice(-6) },
    { label: t('invoice.customer'), value: order.customer },
    { label: t('order.product'), value: order.product },
    { label: t('order.payment'), value: purchaseTypeName(order.payment, t) },
    { label: t('order.amount'), value: amountText(order.amount) },
    { label: t('order.status'), value: t('order.delivered') },
  ]
  return (
    <Card tone="return">
      <div className={styles.done}>
        <CircleCheck aria-hidden />
        <h2 ref={heading} className={styles.title}>
          {t('order.title')}
        </h2>
        {order.realApi === 'false' && <DemoBadge />}
      </div>
      <SummaryList rows={rows.filter((row) => row.value !== '')} />
    </Card>
  )
}

/** Formats an amount as money. Other text stays unchanged, so that no wrong amount appears. */
function amountText(amount: string): string {
  const paise = parseRupees(amount)
  return paise === undefined ? amount : formatRupees(paise)
}
