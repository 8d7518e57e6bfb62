import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import styles from './summary-list.module.css'
import type { Tone } from '../tone.ts'

interface SummaryRow {
  label: string
  value: ReactNode
  tone?: Tone
  /** The line that matters, such as the balance. */
  strong?: boolean
}

export interface SummaryListProps {
  rows: readonly SummaryRow[]
}

/** Labels on the left, figures on the right in one column; a pair that is too long wraps onto two lines. */
export function SummaryList({ rows }: SummaryListProps) {
  return (
    <dl className="tabular">
      {rows.map(({ label, value, tone, strong }, index) => (
        // Two rows may have one label, and no row of a summary ever moves.
        <div
          key={`${index} ${label}`}
          data-tone={tone}
          className={classNames(styles.row, strong && styles.strong)}
        >
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
