import { paiseFromRupees, ZERO_PAISE } from '@veni/domain/money'
import type { CompletedOrder } from '@veni/domain/api/runner-record'
import { purchaseTypeName } from '../../components/purchase-type-name.ts'
import { Rupees } from '../../components/rupees.tsx'
import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import { Card } from '../../ui/layout/card.tsx'
import styles from './record-card.module.css'

export interface OrderCardProps {
  order: CompletedOrder
}

export function OrderCard({ order }: OrderCardProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const type = order.purchase_type
  return (
    <Card>
      <div className={styles.head}>
        <h3 className={styles.name}>{order.customer_name || t('customer.unnamed')}</h3>
        <Rupees paise={paiseFromRupees(order.amount) ?? ZERO_PAISE} size="title" />
      </div>
      <p className={styles.line}>
        <span>{order.product_name}</span>
        <span>{type === 'upi' ? t('cash.upi') : purchaseTypeName(type, t)}</span>
      </p>
      <p className={styles.quiet}>
        #{order.order_id} · {formatDateTime(order.completed_at, language)}
      </p>
    </Card>
  )
}
