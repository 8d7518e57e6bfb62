import { paiseFromRupees, ZERO_PAISE } from '@veni/domain/money'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { balanceKey } from '../../components/value-names.ts'
import { DemoBadge } from '../../components/customer/customer-badges.tsx'
import { Rupees } from '../../components/rupees.tsx'
import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import type { Deal } from '@veni/domain/deal'
import { paths } from '../../paths.ts'
import { LinkCard } from '../../ui/layout/card.tsx'
import styles from './record-card.module.css'

export interface DealCardProps {
  deal: Deal
  /** The badge that shows whether the deal is on the phone, received or refused. */
  stateBadge: ReactNode
}

/** One deal; the whole card opens its invoice. */
export function DealCard({ deal, stateBadge }: DealCardProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const { record, kind, invoiceId } = deal
  const madeAt = new Date(deal.createdAt).toISOString()
  return (
    <Link href={paths.profileInvoice(invoiceId)} asChild>
      <LinkCard>
        <div className={styles.head}>
          <h3 className={styles.name}>{record.customer_name}</h3>
          <Rupees
            paise={paiseFromRupees(record.balance_amount) ?? ZERO_PAISE}
            size="title"
            tone={record.balance_type}
          />
        </div>
        <p className={styles.line}>
          <span>{t(kind === 'settlement' ? 'settle.title' : 'cash.title')}</span>
          <span>{t(balanceKey(record))}</span>
        </p>
        <p className={styles.quiet}>{invoiceId}</p>
        <p className={styles.quiet}>{formatDateTime(madeAt, language)}</p>
        <div className={styles.badges}>
          {deal.isDemo ? <DemoBadge /> : stateBadge}
          {deal.isDemo && <span className={styles.quiet}>{t('profile.neverSent')}</span>}
        </div>
      </LinkCard>
    </Link>
  )
}
