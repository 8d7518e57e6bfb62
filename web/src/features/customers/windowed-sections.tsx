import type { CustomerSection } from '@veni/domain/customer'
import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useState } from 'react'
import { paths } from '../../paths.ts'
import { Stack } from '../../ui/stack.tsx'
import { rowsAlwaysDrawn, rowsOf, type CustomerRow } from './list-rows.ts'
import { placeLeft } from './place-in-list.ts'
import { StatusSection } from './status-section.tsx'
import { WindowedRow } from './windowed-row.tsx'

export interface WindowedSectionsProps {
  sections: readonly CustomerSection[]
  today: string
}

/** The gap of the list's grid. */
const GAP_PX = 12
/** A screen on both sides: what a swift thumb or the Tab key asks for next. */
const OVERSCAN = 4

/** As they were when the list was left, so that coming back finds the same place and draws it once. */
let heights: VirtualItem[] = []
let topPx = 0

/** Only the cards near the window, between spacers in the height of the others: 5,000 cards take seconds to draw. */
export function WindowedSections({ sections, today }: WindowedSectionsProps) {
  const [top, setTop] = useState(topPx)
  const rows = useMemo(() => rowsOf(sections), [sections])
  const [focusedId, setFocusedId] = useState(() => idOpened(rows))
  const always = useMemo(() => rowsAlwaysDrawn(rows, focusedId), [rows, focusedId])
  // oxlint-disable-next-line react/incompatible-library -- what it returns is read here and handed on by nobody
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    getItemKey: useCallback((index: number) => rows[index]?.customer.id ?? index, [rows]),
    estimateSize: (index) => rows[index]?.guessedHeightPx ?? 0,
    measureElement: heightWithHeader,
    gap: GAP_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    // Before the window has been measured nothing would be drawn, and the page too short to go back to its place.
    initialRect: { width: innerWidth, height: innerHeight },
    initialMeasurementsCache: heights,
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...always, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b),
      [always],
    ),
  })
  // The browser itself keeps what is looked at in its place; where it cannot, the virtualizer does.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = CSS.supports('overflow-anchor', 'auto')
    ? () => false
    : undefined
  useLayoutEffect(
    () => () => {
      heights = virtualizer.takeSnapshot()
    },
    [virtualizer],
  )

  const items = useLookedAtFirst(virtualizer.getVirtualItems(), virtualizer.range, always)
  return (
    <div
      ref={useCallback((frame: HTMLDivElement | null) => {
        if (!frame) return
        topPx = Math.round(frame.getBoundingClientRect().top + scrollY)
        setTop(topPx)
      }, [])}
      onFocus={({ target }) => setFocusedId(target.closest('li')?.dataset.id)}
      onBlur={() => setFocusedId(undefined)}
    >
      <Stack gap="large">
        {sections.map((section) => (
          <StatusSection key={section.status} section={section}>
            {items.map((item, index) => {
              const row = rows[item.index]
              return row?.section === section ? (
                <WindowedRow
                  key={row.customer.id}
                  row={row}
                  index={item.index}
                  hiddenBeforePx={row.position === 1 ? 0 : hiddenBetween(items[index - 1], item)}
                  today={today}
                  measure={virtualizer.measureElement}
                />
              ) : null
            })}
          </StatusSection>
        ))}
      </Stack>
    </div>
  )
}

/** The card that gets the focus when the list comes back, which it can only when it is drawn. */
function idOpened(rows: readonly CustomerRow[]): string | undefined {
  const { href } = placeLeft()
  return rows.find(({ customer }) => paths.enquiry(customer.id) === href)?.customer.id
}

/**
 * After a leap or a new search nearly all cards are others: those in the window are drawn at once, their neighbours
 * when there is time, so that a cheap phone answers each letter and each swing of the thumb.
 */
function useLookedAtFirst(
  items: readonly VirtualItem[],
  window: Virtualizer<Window, HTMLLIElement>['range'],
  always: readonly number[],
): readonly VirtualItem[] {
  const before = useDeferredValue(items, none)
  if (items === before || !window) return items
  const drawn = new Set(before.map(({ key }) => key))
  if (items.filter(({ key }) => !drawn.has(key)).length <= OVERSCAN) return items
  return items.filter(
    ({ index, key }) =>
      drawn.has(key) ||
      (index >= window.startIndex && index <= window.endIndex) ||
      always.includes(index),
  )
}

const none: readonly VirtualItem[] = []

/** The height that the spacer between two drawn rows takes; 0 when they are neighbours. */
function hiddenBetween(before: VirtualItem | undefined, after: VirtualItem): number {
  if (!before || after.index === before.index + 1) return 0
  return after.start - before.end - 2 * GAP_PX
}

/**
 * The first row of a section counts the header above it as its own. Asked for when a row is put into the page, the
 * answer is what was known before: to measure there would lay the page out in the middle of a scroll.
 */
function heightWithHeader(
  row: HTMLLIElement,
  entry: ResizeObserverEntry | undefined,
  { options, itemSizeCache, indexFromElement }: Virtualizer<Window, HTMLLIElement>,
): number {
  const index = indexFromElement(row)
  if (!entry) return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index)
  const { top, bottom } = row.getBoundingClientRect()
  const isFirst = row.ariaPosInSet === '1'
  return bottom - (isFirst ? (row.closest('section')?.getBoundingClientRect().top ?? top) : top)
}
