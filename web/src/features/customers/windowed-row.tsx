import { memo } from 'react'
import { CustomerCard } from './customer-card.tsx'
import type { CustomerRow } from './list-rows.ts'
import styles from './windowed-row.module.css'

export interface WindowedRowProps {
  row: CustomerRow
  /** Among all rows. */
  index: number
  /** The height of the rows before it that are not drawn. */
  hiddenBeforePx: number
  today: string
  measure: (row: HTMLLIElement | null) => void
}

/** One card, which says its place among all of them: the list itself holds only some. */
export const WindowedRow = memo(function WindowedRow({
  row: { customer, section, position },
  index,
  hiddenBeforePx,
  today,
  measure,
}: WindowedRowProps) {
  return (
    <>
      {hiddenBeforePx > 0 && (
        <li aria-hidden="true" className={styles.spacer} style={{ height: hiddenBeforePx }} />
      )}
      <li
        ref={measure}
        data-index={index}
        data-id={customer.id}
        aria-setsize={section.customers.length}
        aria-posinset={position}
      >
        <CustomerCard customer={customer} today={today} />
      </li>
    </>
  )
})
