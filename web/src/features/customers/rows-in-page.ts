/** The rows as they stand in the page: how high they are, and which are near the window. */
import type { CustomerRow, Span } from './list-rows.ts'

/** The gap of the list's grid. */
const GAP_PX = 12
/** A card with nothing but a name, and its gap. */
const LOWEST_PX = 107

/** In px, of each customer's card as it was last seen: a list that is come back to has its height at once. */
const heights = new Map<string, number>()

const windowHeightPx = () => document.documentElement.clientHeight

/** Before anything is in the page: at least those that fill the window. */
export function firstRows(): Span {
  return { first: 0, last: Math.floor(windowHeightPx() / LOWEST_PX) }
}

/** The height that hidden rows take between two others. */
export function hiddenHeightPx(rows: readonly CustomerRow[], { first, last }: Span): number {
  let height = -GAP_PX
  for (const row of rows.slice(first, last + 1)) height += heightPx(row) + GAP_PX
  return height
}

/** Remembers how high the drawn rows are, for when they are hidden. */
export function noteHeights(list: Element): void {
  for (const row of elementsOf(list)) {
    if (row.dataset.id) heights.set(row.dataset.id, row.getBoundingClientRect().height)
  }
}

/**
 * Whether something stands in the window or so near it.
 * @param margin in heights of the window above and below it
 */
export function isNear({ top, bottom }: Pick<DOMRect, 'top' | 'bottom'>, margin: number): boolean {
  return bottom > -margin * windowHeightPx() && top < (1 + margin) * windowHeightPx()
}

/**
 * @param list holds an `li` for each row that is drawn and one for each run of rows that are not, which say in
 *   `data-first` and `data-last` which they stand for
 * @param margin as of `isNear`
 * @returns undefined when none is near
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
 * The card that is looked at stays where it is while those above it turn out higher or lower than guessed. Most browsers
 * see to it themselves; Safari does not.
 * @returns to be called when the list has changed
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
