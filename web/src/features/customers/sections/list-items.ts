/** The headers and cards of all sections in one list, and which of them are drawn at a position of the window. */
import type { Customer, CustomerSection } from '@veni/domain/customer'

export interface ListItem {
  readonly section: CustomerSection
  /** Absent: the header of the section. */
  readonly card?: {
    readonly customer: Customer
    /** From 1, within the section. */
    readonly position: number
  }
  /** Identifies the item after a search and when the list opens again. */
  readonly key: string
  /** At the usual text size. Used until the card is drawn and measured. */
  readonly estimatedHeightPx: number
}

export function itemsOf(sections: readonly CustomerSection[]): ListItem[] {
  return sections.flatMap((section) => [
    { section, key: `section ${section.status}`, estimatedHeightPx: 47 },
    ...section.customers.map((customer, index) => ({
      section,
      card: { customer, position: index + 1 },
      key: `customer ${customer.id}`,
      estimatedHeightPx: estimateHeight(customer),
    })),
  ])
}

function estimateHeight(customer: Customer): number {
  const { villageInfo, fatherOrHusbandName, extra, status, comments, nextFollowup } = customer
  let lines = Number(villageInfo !== '') + Number(fatherOrHusbandName !== '') + Number(extra !== '')
  if (status === 'hold') lines += Number(comments !== '') + Number(nextFollowup !== '')
  return 95 + 27 * lines
}

/**
 * The headers and the ends of each section are always drawn, so that Tab and a screen reader reach the section. The
 * card with the focus and its two neighbours are, too, so that the focus is not lost and Tab can go on.
 * @returns indexes of items
 */
export function itemsAlwaysDrawn(
  items: readonly ListItem[],
  focusedId: string | undefined,
): number[] {
  const focused = items.findIndex(({ card }) => card && card.customer.id === focusedId)
  return items.flatMap(({ section, card }, index) => {
    const isEnd = card?.position === 1 || card?.position === section.customers.length
    const isByFocus = focused >= 0 && Math.abs(index - focused) <= 1
    return !card || isEnd || isByFocus ? [index] : []
  })
}
