import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './panel.module.css'

export interface EmptyStateProps {
  /** Without an icon the panel needs less height. */
  icon?: LucideIcon
  title: string
  message?: string
  /** A button or link to the next step. */
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, message, action }: EmptyStateProps) {
  return (
    <div data-tone="primary" className={styles.panel}>
      {Icon && (
        <span className={styles.icon}>
          <Icon />
        </span>
      )}
      <h2 className={styles.title}>{title}</h2>
      {message && <p className={styles.message}>{message}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
