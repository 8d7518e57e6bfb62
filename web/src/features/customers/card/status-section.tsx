import type { CustomerSection } from '@veni/domain/customer'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { statusLabel, statusMeaning } from '../../../components/customer/status-badge.tsx'
import { useTranslate } from '../../../i18n/translate.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import styles from './status-section.module.css'

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
