import { customerPlace, type Customer } from '@veni/domain/customer'
import { isDemoCustomerId } from '@veni/domain/demo-data'
import { CalendarClock, MapPin } from 'lucide-react'
import { Link } from 'wouter'
import { DemoBadge } from '../../components/demo-badge.tsx'
import { FollowUpText } from '../../components/follow-up-text.tsx'
import { StatusBadge, statusTone } from '../../components/status-badge.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { LinkCard } from '../../ui/link-card.tsx'
import styles from './customer-card.module.css'

export interface CustomerCardProps {
  customer: Customer
}

/** One customer of the list; the whole card leads to his enquiry (spec §2 "/deliveries"). */
export function CustomerCard({ customer }: CustomerCardProps) {
  const t = useTranslate()
  const place = customerPlace(customer)
  const relative = customer.fatherOrHusbandName
  return (
    <Link href={paths.enquiry(customer.id)} asChild>
      <LinkCard tone={statusTone(customer.status)}>
        <div className={styles.head}>
          <h3 className={styles.name}>{customer.memberName || t('customer.unnamed')}</h3>
          <span className={styles.id}>#{customer.id}</span>
        </div>
        {place && (
          <p className={styles.place}>
            <MapPin />
            <span>{place}</span>
          </p>
        )}
        {relative && <p className={styles.quiet}>{t('customer.relative', { name: relative })}</p>}
        {customer.extra && <p className={styles.quiet}>{customer.extra}</p>}
        {customer.status === 'hold' && <HoldLines customer={customer} />}
        <div className={styles.badges}>
          <StatusBadge status={customer.status} />
          {isDemoCustomerId(customer.id) && <DemoBadge />}
        </div>
      </LinkCard>
    </Link>
  )
}

function HoldLines({ customer: { comments, nextFollowup } }: CustomerCardProps) {
  const t = useTranslate()
  return (
    <>
      {comments && <p className={styles.quiet}>{t('customer.comments', { comments })}</p>}
      {nextFollowup && (
        <p className={styles.place}>
          <CalendarClock />
          <span>
            {t('customer.followUp')}: <FollowUpText date={nextFollowup} />
          </span>
        </p>
      )}
    </>
  )
}
