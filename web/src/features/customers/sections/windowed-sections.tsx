import type { CustomerSection } from '@veni/domain/customer'
import {
  Fragment,
  startTransition,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { paths } from '../../../paths.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { CustomerCard } from '../card/customer-card.tsx'
import { rowsDrawn, rowsOf, type CustomerRow, type Span } from './list-rows.ts'
import { placeLeft } from './place-in-list.ts'
import {
  firstRows,
  hiddenHeightPx,
  holdInPlace,
  isNear,
  noteHeights,
  rowsNear,
} from './rows-in-page.ts'
import { StatusSection } from '../card/status-section.tsx'

export interface WindowedSectionsProps {
  sections: readonly CustomerSection[]
  today: string
}

/** Distances from the window, in its heights: a hidden row within NEAR starts the drawing of all rows within DRAWN. */
const NEAR = 0.5
const DRAWN = 1

/** The rows in the window when the runner left the list. They are drawn first when the runner comes back. */
let left: Span | undefined

/** Draws only the cards near the window; spacers have the height of the others. 5,000 cards take seconds to draw. */
export function WindowedSections({ sections, today }: WindowedSectionsProps) {
  const rows = useMemo(() => rowsOf(sections), [sections])
  const frame = useRef<HTMLDivElement>(null)
  const near = useRowsNear(frame, rows)
  const [focusedId, setFocusedId] = useState(() => idOpened(rows))
  const drawn = useMemo(() => rowsDrawn(rows, near, focusedId), [rows, near, focusedId])
  return (
    <div
      ref={frame}
      onFocus={({ target }) => {
        const drawFocused = () => setFocusedId(target.closest('li')?.dataset.id)
        // The next Tab must find a card. A tap must first open its customer.
        if (target.matches(':focus-visible')) drawFocused()
        else startTransition(drawFocused)
      }}
      onBlur={() => startTransition(() => setFocusedId(undefined))}
    >
      <Stack gap="large">
        {sections.map((section) => (
          <StatusSection key={section.status} section={section}>
            {drawn.map((index, at) => {
              const row = rows[index]
              // The last row of each section is always drawn, so that no spacer spans two sections.
              const hidden = { first: (drawn[at - 1] ?? -1) + 1, last: index - 1 }
              return row?.section === section ? (
                <Fragment key={row.customer.id}>
                  {hidden.first <= hidden.last && <Spacer rows={rows} {...hidden} />}
                  <li
                    data-first={index}
                    data-last={index}
                    data-id={row.customer.id}
                    aria-setsize={section.customers.length}
                    aria-posinset={row.position}
                  >
                    <CustomerCard customer={row.customer} today={today} />
                  </li>
                </Fragment>
              ) : null
            })}
          </StatusSection>
        ))}
      </Stack>
    </div>
  )
}

/** Takes the space of hidden rows. Its height changes, so the browser must anchor the scroll position to a card. */
function Spacer({ rows, first, last }: Span & { rows: readonly CustomerRow[] }) {
  const height = hiddenHeightPx(rows, { first, last })
  return (
    <li
      aria-hidden="true"
      data-first={first}
      data-last={last}
      style={{ height, overflowAnchor: 'none' }}
    />
  )
}

/** The card that gets the focus when the list opens again. It must be drawn for that. */
function idOpened(rows: readonly CustomerRow[]): string | undefined {
  const { href } = placeLeft()
  return rows.find(({ customer }) => paths.enquiry(customer.id) === href)?.customer.id
}

/** Observes the spacers. When one comes near the window, its rows near the window are drawn. */
function useRowsNear(frame: RefObject<HTMLElement | null>, rows: readonly CustomerRow[]): Span {
  const [near, setNear] = useState(() => (left && placeLeft().scrollY > 0 ? left : firstRows()))
  const latest = useRef(rows)
  const putBack = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    const list = frame.current
    if (!list) return undefined
    if (latest.current === rows) putBack.current?.()
    latest.current = rows
    const draw = (margin: number) => {
      const next = rowsNear(list, rows, margin)
      if (next) setNear((last) => (isSame(last, next) ? last : next))
    }
    // A new observer after each change reports every spacer once, also one that was already near.
    const observer = new IntersectionObserver(
      (spacers) => {
        noteHeights(list)
        putBack.current = holdInPlace(list)
        if (!spacers.some(({ isIntersecting }) => isIntersecting)) return
        // Rows in the window are drawn at once, their neighbours when there is time: a cheap phone stays responsive.
        if (spacers.some(({ boundingClientRect }) => isNear(boundingClientRect, 0))) draw(0)
        else startTransition(() => draw(DRAWN))
      },
      { root: document, rootMargin: `${100 * NEAR}% 0px` },
    )
    for (const spacer of list.querySelectorAll('li[aria-hidden]')) observer.observe(spacer)
    return () => observer.disconnect()
  })
  useLayoutEffect(
    () => () => {
      if (!frame.current) return
      noteHeights(frame.current)
      left = rowsNear(frame.current, latest.current, 0)
    },
    [frame],
  )
  return near
}

const isSame = (one: Span, other: Span) => one.first === other.first && one.last === other.last
