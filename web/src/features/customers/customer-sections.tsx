import type { CustomerSection } from '@veni/domain/customer'
import { Star } from 'lucide-react'
import { memo } from 'react'
import { statusLabel, statusMeaning } from '../../components/status-badge.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Section } from '../../ui/section.tsx'
import { Stack } from '../../ui/stack.tsx'
import { CustomerCard } from './customer-card.tsx'
import styles from './customer-sections.module.css'

export interface CustomerSectionsProps {
  sections: readonly CustomerSection[]
}

/** Remembered: a refresh that brought nothing new draws none of the cards again. */
export const CustomerSections = memo(function CustomerSections({
  sections,
}: CustomerSectionsProps) {
  const t = useTranslate()
  return (
    <Stack gap="large">
      {sections.map(({ status, priority, customers }) => (
        <Section
          key={status}
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
          <ul className={styles.list}>
            {customers.map((customer) => (
              <li key={customer.id}>
                <CustomerCard customer={customer} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Stack>
  )
})
