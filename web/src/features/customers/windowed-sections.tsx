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
import { paths } from '../../paths.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import { CustomerCard } from './customer-card.tsx'
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
import { StatusSection } from './status-section.tsx'

export interface WindowedSectionsProps {
  sections: readonly CustomerSection[]
  today: string
}

/** In heights of the window above and below it: how near an undrawn row may come before more are drawn, up to where. */
const NEAR = 0.5
const DRAWN = 1

/** The rows in the window when the list was left: coming back draws the same place at once. */
let left: Span | undefined

/** Only the cards near the window, between spacers in the height of the others: 5,000 cards take seconds to draw. */
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
        const keepDrawn = () => setFocusedId(target.closest('li')?.dataset.id)
        // The next Tab must find a card; a tap that brings the focus has something else to do first.
        if (target.matches(':focus-visible')) keepDrawn()
        else startTransition(keepDrawn)
      }}
      onBlur={() => startTransition(() => setFocusedId(undefined))}
    >
      <Stack gap="large">
        {sections.map((section) => (
          <StatusSection key={section.status} section={section}>
            {drawn.map((index, at) => {
              const row = rows[index]
              // The last row of the section before is always drawn, so that nothing hidden spans two of them.
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

/** In place of hidden rows. It grows and shrinks with the window: what the browser keeps in its place is a card. */
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

/** The card that gets the focus when the list comes back, which it can only when it is drawn. */
function idOpened(rows: readonly CustomerRow[]): string | undefined {
  const { href } = placeLeft()
  return rows.find(({ customer }) => paths.enquiry(customer.id) === href)?.customer.id
}

/** Watches the spacers: when one comes near the window, those of its rows that are near are drawn. */
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
    // Made anew after each change, it tells once of every spacer, also of one that was near before it.
    const observer = new IntersectionObserver(
      (spacers) => {
        noteHeights(list)
        putBack.current = holdInPlace(list)
        if (!spacers.some(({ isIntersecting }) => isIntersecting)) return
        // Those in the window at once, their neighbours when there is time: so a cheap phone answers each swing.
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
