import type { CustomerSection } from '@veni/domain/customer'
import { Star } from 'lucide-react'
import { memo } from 'react'
import { useTranslate, type Translate } from '../../i18n/translate.ts'
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
          {...wording(status, t)}
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

/** Label and meaning of spec §4 "Customer status"; only these four kinds have a section. */
function wording(status: CustomerSection['status'], t: Translate) {
  switch (status) {
    case 'assigned':
      return { title: t('status.assigned.label'), description: t('status.assigned.meaning') }
    case 'interested':
      return { title: t('status.interested.label'), description: t('status.interested.meaning') }
    case 'hold':
      return { title: t('status.hold.label'), description: t('status.hold.meaning') }
    default:
      return { title: t('status.other.label'), description: t('status.unknown') }
  }
}
