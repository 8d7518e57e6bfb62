import type { CustomerSection } from '@veni/domain/customer'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { statusLabel, statusMeaning } from '../../../components/customer/customer-badges.tsx'
import { useTranslate } from '../../../i18n/translate.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import styles from './status-section.module.css'
import { Skeleton } from '../../../ui/placeholder/loading.tsx'

export interface StatusSectionProps {
  section: CustomerSection
  /** `li` elements. */
  children: ReactNode
}

/** Label, count and description over the customers of one status. */
export function StatusSection({ section, children }: StatusSectionProps) {
  const t = useTranslate()
  const { status, priority, customers } = section
  return (
    <Section
      title={status === 'other' ? t('status.other.label') : statusLabel(status, t)}
      description={statusMeaning(status, t)}
      count={customers.length}
      highlighted={priority}
      badge={
        priority && (
          <Badge tone="priority" icon={Star}>
            {t('deliveries.priority')}
          </Badge>
        )
      }
    >
      <ul className={styles.list}>{children}</ul>
    </Section>
  )
}

/** A title over a line of description. */
const HEADER_HEIGHT = 'calc(1.25rem * var(--leading-tight) + 0.875rem * var(--leading) + 4px)'

/** As large as one section: its header and the cards that a screen shows. */
export function CardSkeletons() {
  return (
    <div className={styles.list}>
      <Skeleton height={HEADER_HEIGHT} width="70%" />
      <Skeleton shape="card" height="9.25rem" />
      <Skeleton shape="card" height="9.25rem" />
      <Skeleton shape="card" height="9.25rem" />
    </div>
  )
}
