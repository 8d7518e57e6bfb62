import type { CustomerSection } from '@veni/domain/customer'
import { Fragment, startTransition, useMemo, useState, type FocusEvent } from 'react'
import { paths } from '../../../paths.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { CustomerCard } from '../card/customer-card.tsx'
import { StatusSection } from '../card/status-section.tsx'
import { itemsOf, type ListItem } from './list-items.ts'
import { placeLeft } from './place-in-list.ts'
import { hiddenHeight, useItemsDrawn } from './use-items-drawn.ts'

export interface WindowedSectionsProps {
  sections: readonly CustomerSection[]
  today: string
}

/** Draws only the cards near the window; spacers have the height of the others. 5,000 cards take seconds to draw. */
export function WindowedSections({ sections, today }: WindowedSectionsProps) {
  const items = useMemo(() => itemsOf(sections), [sections])
  const { focusedId, ...focusHandlers } = useFocusedCard(items)
  const { drawn, list, measure } = useItemsDrawn(items, focusedId)
  return (
    <div ref={list} {...focusHandlers}>
      <Stack gap="large">
        {sections.map((section) => {
          const own = drawn.filter(({ index }) => items[index]?.section === section)
          return (
            <StatusSection key={section.status} section={section}>
              {own.map((item, at) => {
                const before = own[at - 1]
                const card = items[item.index]?.card
                return before && card ? (
                  <Fragment key={item.key}>
                    <Spacer height={hiddenHeight(before, item)} />
                    <li
                      ref={measure}
                      data-index={item.index}
                      data-id={card.customer.id}
                      aria-setsize={section.customers.length}
                      aria-posinset={card.position}
                    >
                      <CustomerCard customer={card.customer} today={today} />
                    </li>
                  </Fragment>
                ) : null
              })}
            </StatusSection>
          )
        })}
      </Stack>
    </div>
  )
}

/** The customer whose card has the focus. When the list opens again, that is the customer whom the runner opened. */
function useFocusedCard(items: readonly ListItem[]) {
  const [focusedId, setFocusedId] = useState(() => idOpened(items))
  return {
    focusedId,
    onFocus({ target }: FocusEvent<Element, Element>) {
      const drawFocused = () => setFocusedId(target.closest('li')?.dataset.id)
      // The next Tab must find a card. A tap must first open its customer.
      if (target.matches(':focus-visible')) drawFocused()
      else startTransition(drawFocused)
    },
    onBlur: () => startTransition(() => setFocusedId(undefined)),
  }
}

/** Takes the space of hidden cards. */
function Spacer({ height }: { height: number }) {
  return height > 0 && <li aria-hidden="true" style={{ height }} />
}

/** The card that gets the focus when the list opens again. It must be drawn for that. */
function idOpened(items: readonly ListItem[]): string | undefined {
  const { href } = placeLeft()
  return items.find(({ card }) => card && paths.enquiry(card.customer.id) === href)?.card?.customer
    .id
}
