import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { ORDER_LIST_ID } from '../../components/frame/app-navigation.tsx'
import { DemoBadge } from '../../components/customer/customer-badges.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import type { Deal } from '@veni/domain/deal'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import { Loading } from '../../ui/placeholder/loading.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { DealCard } from './deal-card.tsx'
import type { ProfileRecord } from './profile-record.ts'
import styles from './record-card.module.css'
import { paiseFromRupees, ZERO_PAISE } from '@veni/domain/money'
import type { CompletedOrder } from '@veni/domain/api/runner-record'
import { purchaseTypeName } from '../../components/value-names.ts'
import { Rupees } from '../../components/rupees.tsx'
import { translation } from '../../i18n/language.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'

export interface ProfileRecordListProps {
  record: ProfileRecord
  /** Renders the badge with the state of a deal. */
  renderStateBadge: (deal: Deal) => ReactNode
}

/** The deals on this phone, then the server's deals and orders that are not on this phone. */
export function ProfileRecordList({ record, renderStateBadge }: ProfileRecordListProps) {
  const t = useTranslate()
  const { phoneDeals, serverDeals, orders, source } = record
  const isEmpty = serverDeals.length === 0 && orders.length === 0
  const dealCards = (deals: readonly Deal[]) =>
    deals.map((deal) => (
      <li key={deal.invoiceId}>
        <DealCard deal={deal} stateBadge={renderStateBadge(deal)} />
      </li>
    ))
  return (
    <Stack gap="large">
      {phoneDeals.length > 0 && (
        <Section title={t('profile.deals')} count={phoneDeals.length}>
          <ul className={styles.list}>{dealCards(phoneDeals)}</ul>
        </Section>
      )}
      <div id={ORDER_LIST_ID}>
        {source !== 'unreachable' && (
          <Section title={t('profile.orders')} badge={source === 'demo' && <DemoBadge />}>
            {source === 'loading' && <Loading label={t('profile.loading')} height="21rem" />}
            {isEmpty && (source === 'server' || source === 'none') && (
              <EmptyState icon={ReceiptText} title={t('profile.noOrders')} />
            )}
            <ul className={styles.list}>
              {dealCards(serverDeals)}
              {orders.map((order) => (
                <li key={order.order_id}>
                  <OrderCard order={order} />
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </Stack>
  )
}

interface OrderCardProps {
  order: CompletedOrder
}

function OrderCard({ order }: OrderCardProps) {
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
