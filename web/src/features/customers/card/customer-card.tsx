import { formatPlace, type Customer } from '@veni/domain/customer'
import { isDemoCustomerId } from '@veni/domain/demo/customer-id'
import { isDue } from '@veni/domain/follow-up'
import { BellRing, CalendarClock, CircleAlert, MapPin } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'
import {
  DemoBadge,
  StatusBadge,
  statusTone,
} from '../../../components/customer/customer-badges.tsx'
import { FollowUpText } from '../../../components/customer/follow-up-text.tsx'
import { isLongName } from '../../../components/customer/long-name.ts'
import { useTranslate } from '../../../i18n/translate.ts'
import { afterPaint } from '../../../lib/after-paint.ts'
import { useHasRefusedWork } from '../../../outbox/use-outbox.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { classNames } from '../../../ui/style.ts'
import { LinkCard } from '../../../ui/layout/card.tsx'
import styles from './customer-card.module.css'

export interface CustomerCardProps {
  customer: Customer
  /** The runner's calendar day. */
  today: string
}

/** One customer of the list; the whole card leads to the enquiry. */
export const CustomerCard = memo(function CustomerCard({ customer, today }: CustomerCardProps) {
  const t = useTranslate()
  const place = formatPlace(customer)
  const isHeld = customer.status === 'hold'
  const isRefused = useHasRefusedWork(customer.id)
  const relative = customer.fatherOrHusbandName
  const name = customer.memberName || t('customer.unnamed')
  return (
    <LinkCard
      href={paths.enquiry(customer.id)}
      onClick={openHere}
      tone={statusTone(customer.status)}
    >
      <div className={styles.head}>
        <h3 className={classNames(styles.name, isLongName(name) && styles.long)}>{name}</h3>
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
      {isHeld && <HoldLines customer={customer} today={today} />}
      <div className={styles.badges}>
        <StatusBadge status={customer.status} />
        {isHeld && isDue(customer.nextFollowup, today) && (
          <span data-day>
            <DueBadge />
          </span>
        )}
        {isRefused && <RefusedBadge />}
        {isDemoCustomerId(customer.id) && <DemoBadge />}
      </div>
    </LinkCard>
  )
})

function DueBadge() {
  const t = useTranslate()
  return (
    <Badge tone="priority" icon={BellRing}>
      {t('customer.due')}
    </Badge>
  )
}

function RefusedBadge() {
  const t = useTranslate()
  return (
    <Badge tone="collect" icon={CircleAlert}>
      {t('customer.refused')}
    </Badge>
  )
}

/** Does what the router's Link does. Each Link would subscribe to the address, which is slow in a long list. */
function openHere(event: MouseEvent<HTMLAnchorElement>) {
  const { ctrlKey, metaKey, altKey, shiftKey, button } = event
  if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return
  event.preventDefault()
  const { pathname } = event.currentTarget
  afterPaint(() => navigate(pathname))
}

function HoldLines({ customer: { comments, nextFollowup }, today }: CustomerCardProps) {
  const t = useTranslate()
  return (
    <>
      {comments && <p className={styles.quiet}>{t('customer.comments', { comments })}</p>}
      {nextFollowup && (
        <p className={styles.place}>
          <CalendarClock />
          <span data-day>
            {t('customer.followUp')}: <FollowUpText date={nextFollowup} today={today} />
          </span>
        </p>
      )}
    </>
  )
}
