import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './panel.module.css'

export interface ErrorPanelProps {
  title: string
  /** What happened, what was kept, and what to do. */
  message: string
  action?: ReactNode
  icon: LucideIcon
}

export function ErrorPanel({ title, message, action, icon: Icon }: ErrorPanelProps) {
  return (
    <div role="alert" data-tone="collect" className={styles.panel}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.message}>{message}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
