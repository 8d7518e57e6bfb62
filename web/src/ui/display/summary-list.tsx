import type { ReactNode } from 'react'

import { classNames, type Tone } from '../style.ts'
import styles from './summary-list.module.css'

interface SummaryRow {
  label: string
  value: ReactNode
  tone?: Tone
  /** Highlights the main row, such as the balance. */
  strong?: boolean
}

export interface SummaryListProps {
  rows: readonly SummaryRow[]
}

/** Labels on the left, figures in a column on the right; a long pair wraps onto two lines. */
export function SummaryList({ rows }: SummaryListProps) {
  return (
    <dl className="tabular">
      {rows.map(({ label, value, tone, strong }, index) => (
        // The index is in the key because two rows may have the same label; rows never change their order.
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
