import { formatRupees, parseRupees } from '@veni/domain/money'
import { PURCHASE_TYPES } from '@veni/domain/order'
import { CircleCheck } from 'lucide-react'
import { DemoBadge } from '../../components/customer/demo-badge.tsx'
import { useTranslate, type Translate } from '../../i18n/translate.ts'
import type { OrderSuccessQuery } from '../../links.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SummaryList } from '../../ui/display/summary-list.tsx'
import { useAnnounced } from '../../ui/message/announcer.ts'
import styles from './order-summary.module.css'
import { purchaseTypeKeys } from './purchase-type-keys.ts'

/** What /order-success says of an order; everything comes from its link. */
export function OrderSummary({ order }: { order: OrderSuccessQuery }) {
  const t = useTranslate()
  const heading = useAnnounced<HTMLHeadingElement>()
  const rows = [
    // The end of a long id is what people compare.
    { label: t('order.id'), value: order.orderId.slice(-6) },
    { label: t('invoice.customer'), value: order.customer },
    { label: t('order.product'), value: order.product },
    { label: t('order.payment'), value: paymentName(order.payment, t) },
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

function paymentName(payment: string, t: Translate): string {
  const type = PURCHASE_TYPES.find((one) => one === payment)
  return type ? t(purchaseTypeKeys[type]) : payment
}

/** An amount is shown as money; other text is shown as it came, never as a wrong amount. */
function amountText(amount: string): string {
  const paise = parseRupees(amount)
  return paise === undefined ? amount : formatRupees(paise)
}
