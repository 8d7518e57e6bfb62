/** The rows in the page: their heights, and which are near the window. */
import type { CustomerRow, Span } from './list-rows.ts'

/** The gap of the list's grid. */
const GAP_PX = 12
/** A card with only a name, and its gap. */
const LOWEST_PX = 107

/** The last height of each customer's card, in px, so that a reopened list has its height at once. */
const heights = new Map<string, number>()

const windowHeightPx = () => document.documentElement.clientHeight

/** Before the first drawing: at least the rows that fill the window. */
export function firstRows(): Span {
  return { first: 0, last: Math.floor(windowHeightPx() / LOWEST_PX) }
}

/** The height of hidden rows between two drawn rows. */
export function hiddenHeightPx(rows: readonly CustomerRow[], { first, last }: Span): number {
  let height = -GAP_PX
  for (const row of rows.slice(first, last + 1)) height += heightPx(row) + GAP_PX
  return height
}

/** Notes the heights of the drawn rows for the time when they are hidden. */
export function noteHeights(list: Element): void {
  for (const row of elementsOf(list)) {
    if (row.dataset.id) heights.set(row.dataset.id, row.getBoundingClientRect().height)
  }
}

/**
 * Whether an element is in the window or near it.
 * @param margin in heights of the window, above and below it
 */
export function isNear({ top, bottom }: Pick<DOMRect, 'top' | 'bottom'>, margin: number): boolean {
  return bottom > -margin * windowHeightPx() && top < (1 + margin) * windowHeightPx()
}

/**
 * @param list has an `li` for each drawn row and one for each run of hidden rows; `data-first` and `data-last` are the
 *   indexes of its rows
 * @param margin as of `isNear`
 * @returns undefined when no row is near
 */
export function rowsNear(
  list: Element,
  rows: readonly CustomerRow[],
  margin: number,
): Span | undefined {
  const near: number[] = []
  for (const element of elementsOf(list)) {
    const place = element.getBoundingClientRect()
    if (!isNear(place, margin)) continue
    let { top } = place
    for (
      let index = Number(element.dataset.first);
      index <= Number(element.dataset.last);
      index++
    ) {
      const row = rows[index]
      const bottom = top + (row ? heightPx(row) : 0) + GAP_PX
      if (isNear({ top, bottom }, margin)) near.push(index)
      top = bottom
    }
  }
  const [first] = near
  return first === undefined ? undefined : { first, last: near.at(-1) ?? first }
}

/**
 * Holds the visible card at its position when the cards above it are higher or lower than guessed. Most browsers do this
 * (`overflow-anchor`); Safari does not.
 * @returns a function to call after the list has changed
 */
export function holdInPlace(list: Element): () => void {
  const top = (row: Element | undefined) => (row?.getBoundingClientRect().top ?? 0) + scrollY
  const held = CSS.supports('overflow-anchor', 'auto')
    ? undefined
    : [...elementsOf(list)].find((row) => row.dataset.id && isNear(row.getBoundingClientRect(), 0))
  const before = top(held)
  return () => {
    if (held?.isConnected) scrollBy(0, top(held) - before)
  }
}

const heightPx = ({ customer, guessedHeightPx }: CustomerRow) =>
  heights.get(customer.id) ?? guessedHeightPx

const elementsOf = (list: Element) => list.querySelectorAll<HTMLElement>('li')
