/** Shortens a deal, so that it is never longer than what our server takes (`MAX_DEAL_BYTES`). */
import type { DealItem } from '../cart.ts'

/** The longest text in a record that is only shown. A Telugu letter has three bytes. */
const MAX_SHOWN_LENGTH = 500
const MAX_SHORT_NAME_LENGTH = 40
/** The rest of 64 KB is for 40 hair lines (11 KB), the order's product names (6 KB), addresses and photos. */
const MAX_ITEMS_BYTES = 38 * 1024

/** A text of at most `most` UTF-16 units that ends with `…` where it was cut, and never in half of a letter. */
export function shorten(text: string, most = MAX_SHOWN_LENGTH): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Removes pictures, then descriptions, then the ends of long names, until the items are short enough. */
export function fitItems(items: DealItem[]): DealItem[] {
  const steps: ((item: DealItem) => DealItem)[] = [
    (item) => ({ ...item, image: '' }),
    (item) => ({ ...item, description: '' }),
    (item) => ({ ...item, name: shorten(item.name, MAX_SHORT_NAME_LENGTH) }),
  ]
  return steps.reduce(
    (fitted, step) => (countJsonBytes(fitted) > MAX_ITEMS_BYTES ? fitted.map(step) : fitted),
    items,
  )
}

/** The length of a value as JSON in UTF-8. */
function countJsonBytes(value: unknown): number {
  return encodeURIComponent(JSON.stringify(value)).replaceAll(/%../g, '.').length
}
