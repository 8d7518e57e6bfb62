/** A list of sections as the rows of one window: which there are, and which are drawn wherever the window stands. */
import type { Customer, CustomerSection } from '@veni/domain/customer'

export interface CustomerRow {
  readonly customer: Customer
  readonly section: CustomerSection
  /** From 1, within the section. */
  readonly position: number
  /** Until the card is drawn and measured. */
  readonly guessedHeightPx: number
}

export function rowsOf(sections: readonly CustomerSection[]): CustomerRow[] {
  return sections.flatMap((section) =>
    section.customers.map((customer, index) => ({
      customer,
      section,
      position: index + 1,
      guessedHeightPx: guessHeight(customer),
    })),
  )
}

/** What a card takes at the usual text size. */
function guessHeight(customer: Customer): number {
  const { villageInfo, fatherOrHusbandName, extra, comments, nextFollowup } = customer
  let lines = Number(villageInfo !== '') + Number(fatherOrHusbandName !== '') + Number(extra !== '')
  if (customer.status === 'hold') lines += Number(comments !== '') + Number(nextFollowup !== '')
  return 95 + 27 * lines
}

/** From the first to the last of neighbouring rows: indexes. */
export interface Span {
  readonly first: number
  readonly last: number
}

/**
 * Those near the window; the ends of each section, so that Tab and a screen reader come to them from outside; and the
 * card that has the focus, which would be lost with it, between those to which Tab goes on.
 * @returns indexes of rows, in their order
 */
export function rowsDrawn(
  rows: readonly CustomerRow[],
  near: Span,
  focusedId: string | undefined,
): number[] {
  const focused = rows.findIndex(({ customer }) => customer.id === focusedId)
  return rows.flatMap(({ section, position }, index) => {
    const isEnd = position === 1 || position === section.customers.length
    const isNear = index >= near.first && index <= near.last
    const isByFocus = focused >= 0 && Math.abs(index - focused) <= 1
    return isEnd || isNear || isByFocus ? [index] : []
  })
}
