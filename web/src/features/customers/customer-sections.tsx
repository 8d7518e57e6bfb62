import type { CustomerSection } from '@veni/domain/customer'
import { lazy, memo, Suspense } from 'react'
import { Stack } from '../../ui/stack.tsx'
import { CardSkeletons } from './card-skeletons.tsx'
import { CustomerCard } from './customer-card.tsx'
import { StatusSection } from './status-section.tsx'

export interface CustomerSectionsProps {
  sections: readonly CustomerSection[]
  /** The runner's calendar day. */
  today: string
  /** Draws only the cards near the window. */
  windowed: boolean
}

const WindowedSections = lazy(async () => {
  // Without the part that draws a window, all cards are slow, but there.
  const part = import('./windowed-sections.tsx').catch(() => undefined)
  return { default: (await part)?.WindowedSections ?? AllSections }
})

/** Remembered: a refresh that brought nothing new draws none of the cards again. */
export const CustomerSections = memo(function CustomerSections({
  windowed,
  ...list
}: CustomerSectionsProps) {
  if (!windowed) return <AllSections {...list} />
  return (
    <Suspense fallback={<CardSkeletons />}>
      <WindowedSections {...list} />
    </Suspense>
  )
})

function AllSections({ sections, today }: Omit<CustomerSectionsProps, 'windowed'>) {
  return (
    <Stack gap="large">
      {sections.map((section) => (
        <StatusSection key={section.status} section={section}>
          {section.customers.map((customer) => (
            <li key={customer.id}>
              <CustomerCard customer={customer} today={today} />
            </li>
          ))}
        </StatusSection>
      ))}
    </Stack>
  )
}
