/** The rows of all sections, and which of them are drawn at a position of the window. */
import type { Customer, CustomerSection } from '@veni/domain/customer'

export interface CustomerRow {
  readonly customer: Customer
  readonly section: CustomerSection
  /** From 1, within the section. */
  readonly position: number
  /** Used until the card is drawn and measured. */
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

/** The height of a card at the usual text size. */
function guessHeight(customer: Customer): number {
  const { villageInfo, fatherOrHusbandName, extra, comments, nextFollowup } = customer
  let lines = Number(villageInfo !== '') + Number(fatherOrHusbandName !== '') + Number(extra !== '')
  if (customer.status === 'hold') lines += Number(comments !== '') + Number(nextFollowup !== '')
  return 95 + 27 * lines
}

/** Indexes of the first and the last of neighbouring rows. */
export interface Span {
  readonly first: number
  readonly last: number
}

/**
 * The rows near the window. Also both ends of each section, so that Tab and a screen reader reach it from outside, and
 * the row with the focus with its two neighbours, so that the focus is not lost and Tab can go on.
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
