import { ChevronUp } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import styles from './expandable-bar.module.css'

export interface ExpandableBarProps {
  /** The accessible name of the region. */
  label: string
  expanded: boolean
  onExpandedChange: (expanded: boolean) => void
  /** The accessible name of the toggle in each state. */
  expandLabel: string
  collapseLabel: string
  /** The content of the toggle beside its arrow, such as the cart icon with the quantity. */
  toggle: ReactNode
  /** Beside the toggle: a summary while collapsed, a title while expanded. */
  summary: ReactNode
  /** Shown while expanded. It scrolls: the whole bar is at most 24 rem high. */
  children: ReactNode
  /** Shown while expanded, below the scrolling part. */
  footer?: ReactNode
}

/** A bar of the page's footer that opens upwards. */
export function ExpandableBar(props: ExpandableBarProps) {
  const { label, expanded, onExpandedChange, toggle, summary, children, footer } = props
  const bodyId = useId()

  return (
    <section aria-label={label} className={styles.bar}>
      <div className={styles.inner}>
        <div className={styles.head}>
          <button
            type="button"
            className={styles.toggle}
            aria-label={expanded ? props.collapseLabel : props.expandLabel}
            aria-expanded={expanded}
            aria-controls={expanded ? bodyId : undefined}
            onClick={() => onExpandedChange(!expanded)}
          >
            {toggle}
            <ChevronUp className={styles.chevron} />
          </button>
          <div className={styles.summary}>{summary}</div>
        </div>
        {expanded && (
          <div id={bodyId} className={styles.body}>
            {children}
          </div>
        )}
        {expanded && footer && <div className={styles.foot}>{footer}</div>}
      </div>
    </section>
  )
}
