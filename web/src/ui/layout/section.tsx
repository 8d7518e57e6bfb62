import { type ReactNode, useId } from 'react'

import { classNames } from '../style.ts'
import styles from './section.module.css'

export interface SectionProps {
  title: string
  count?: number
  description?: string
  badge?: ReactNode
  /** Adds the highlight bar of a priority section. */
  highlighted?: boolean
  children: ReactNode
}

export function Section({ title, count, description, badge, highlighted, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.header} data-tone={highlighted ? 'priority' : undefined}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {count !== undefined && (
          <span className={classNames(styles.count, 'tabular')}>{count}</span>
        )}
        {badge && <span className={styles.badge}>{badge}</span>}
        {description && <p className={styles.description}>{description}</p>}
      </header>
      {children}
    </section>
  )
}
