import { countCustomers, type CustomerSection } from '@veni/domain/customer'
import { lazy, memo, startTransition, Suspense, useEffect, useState } from 'react'
import { Stack } from '../../../ui/layout/layout.tsx'
import { CardSkeletons, StatusSection } from '../card/status-section.tsx'
import { CustomerCard } from '../card/customer-card.tsx'
import { placeLeft } from './place-in-list.ts'

export interface CustomerSectionsProps {
  sections: readonly CustomerSection[]
  /** The runner's calendar day. */
  today: string
  /** Draws only the cards near the window. */
  windowed: boolean
}

const WindowedSections = lazy(async () => {
  // If the module cannot be fetched, all cards are drawn: slow, but complete.
  const part = import('./windowed-sections.tsx').catch(() => undefined)
  return { default: (await part)?.WindowedSections ?? AllSections }
})

/** A memo: a refresh with an unchanged list draws no card again. */
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
  const drawn = useDrawnSoFar(countCustomers(sections))
  return (
    <Stack gap="large">
      {sections.map((section, at) => {
        const before = countCustomers(sections.slice(0, at))
        const cards = section.customers.slice(0, Math.max(0, drawn - before))
        if (cards.length === 0) return null
        return (
          <StatusSection key={section.status} section={section}>
            {cards.map((customer) => (
              <li key={customer.id}>
                <CustomerCard customer={customer} today={today} />
              </li>
            ))}
          </StatusSection>
        )
      })}
    </Stack>
  )
}

/** As many as fit into a phone's window, as in status-section.module.css. */
const AT_ONCE = 5

/** Draws the cards in steps, so that the runner can tap the first ones early. */
function useDrawnSoFar(total: number): number {
  // A runner who comes back to a position in the list needs all cards at once.
  const [count, setCount] = useState(() => (placeLeft().scrollY > 0 ? total : AT_ONCE))
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + AT_ONCE))
  }, [count, total])
  return count
}
