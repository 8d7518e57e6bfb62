import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { itemsAlwaysDrawn, type ListItem } from './list-items.ts'
import { placeLeft } from './place-in-list.ts'

/** The gap of the list's grid. */
const GAP_PX = 12

/** @returns The height of what is hidden between two drawn items, in px; 0 or less: nothing is. */
export function hiddenHeight(before: VirtualItem, after: VirtualItem): number {
  return after.start - before.end - 2 * GAP_PX
}

/** Cards above and below the window. They also cover what is not measured: headers, gaps of sections, a new banner. */
const OVERSCAN = 5

/** What was measured in the last list, so that a reopened list has its height at once. */
let measured: VirtualItem[] = []

interface ItemsDrawn {
  /** Index and place of each drawn item, in their order. */
  readonly drawn: readonly VirtualItem[]
  /** For the element around all items. */
  readonly list: (element: HTMLElement | null) => void
  /** For the element of each card, which has its index as `data-index`. */
  readonly measure: (element: HTMLElement | null) => void
}

/** Decides which items are drawn: those near the window, and some wherever it is (`itemsAlwaysDrawn`). */
export function useItemsDrawn(
  items: readonly ListItem[],
  focusedId: string | undefined,
): ItemsDrawn {
  const [listTop, setListTop] = useState(0)
  const list = useCallback((element: HTMLElement | null) => {
    if (element) setListTop(element.getBoundingClientRect().top + window.scrollY)
  }, [])
  const always = useMemo(() => itemsAlwaysDrawn(items, focusedId), [items, focusedId])
  // oxlint-disable-next-line react/incompatible-library -- The app does not use the React compiler.
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: items.length,
    gap: GAP_PX,
    overscan: OVERSCAN,
    scrollMargin: listTop,
    initialRect: { width: 0, height: window.innerHeight },
    initialOffset: () => placeLeft().scrollY || window.scrollY,
    initialMeasurementsCache: measured,
    estimateSize: useCallback((index: number) => items[index]?.estimatedHeightPx ?? 0, [items]),
    // The library rounds by default. The rounded heights of many hidden cards would add up to several px.
    measureElement: (card) => card.getBoundingClientRect().height,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...always, ...defaultRangeExtractor(range)])].sort((one, two) => one - two),
      [always],
    ),
  })
  // A visible card stays in its place when cards above it are higher than estimated. Safari does not do this itself.
  if (CSS.supports('overflow-anchor', 'auto')) {
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false
  }
  useLayoutEffect(
    () => () => {
      measured = virtualizer.takeSnapshot()
    },
    [virtualizer],
  )
  return { drawn: virtualizer.getVirtualItems(), list, measure: virtualizer.measureElement }
}
