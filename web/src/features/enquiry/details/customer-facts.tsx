import { makeTelLink } from '@veni/domain/customer/contact'
import { formatPlace, type Customer } from '@veni/domain/customer'
import { isDemoCustomerId } from '@veni/domain/demo/customer-id'
import type { ReactNode } from 'react'
import {
  DemoBadge,
  StatusBadge,
  statusMeaning,
  statusTone,
} from '../../../components/customer/customer-badges.tsx'
import { FollowUpText } from '../../../components/customer/follow-up-text.tsx'
import { isLongName } from '../../../components/customer/long-name.ts'
import { useTranslate } from '../../../i18n/translate.ts'
import { useValue } from '../../../lib/use-value.ts'
import { today } from '../../../state/today.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { classNames } from '../../../ui/style.ts'
import { ContactLinks } from './contact-links.tsx'
import styles from './customer-facts.module.css'

export interface CustomerFactsProps {
  /** With the changes that are not sent yet. */
  customer: Customer
}

/** All details of the customer; empty fields are not shown. */
export function CustomerFacts({ customer }: CustomerFactsProps) {
  const t = useTranslate()
  const day = useValue(today)
  const name = customer.memberName || t('customer.unnamed')
  const meaning = statusMeaning(customer.status, t)
  return (
    <Card tone={statusTone(customer.status)}>
      <h2 className={classNames(styles.name, isLongName(name) && styles.long)}>{name}</h2>
      <div className={styles.badges}>
        <span className={styles.id}>#{customer.id}</span>
        <StatusBadge status={customer.status} />
        {isDemoCustomerId(customer.id) && <DemoBadge />}
      </div>
      {meaning && <p className={styles.label}>{meaning}</p>}
      <ContactLinks customer={customer} />
      <dl className={styles.facts}>
        {/* A valid number is already in the call link. */}
        <Fact label={t('enquiry.mobile')}>{!makeTelLink(customer.mobile) && customer.mobile}</Fact>
        <Fact label={t('enquiry.relative')}>{customer.fatherOrHusbandName}</Fact>
        <Fact label={t('enquiry.address')}>{formatPlace(customer)}</Fact>
        <Fact label={t('enquiry.email')}>{customer.email}</Fact>
        <Fact label={t('enquiry.extra')}>{customer.extra}</Fact>
        <Fact label={t('enquiry.comments')}>{customer.comments}</Fact>
        <Fact label={t('customer.followUp')}>
          {customer.nextFollowup && <FollowUpText date={customer.nextFollowup} today={day} />}
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}
