import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './panel.module.css'

export interface ErrorPanelProps {
  title: string
  /** The panel is the only content, so its title is the h1 of the screen. */
  alone?: boolean
  /** What happened, what is stored, and what the runner can do. */
  message: string
  action?: ReactNode
  icon: LucideIcon
}

export function ErrorPanel({ title, alone = false, message, action, icon: Icon }: ErrorPanelProps) {
  const Heading = alone ? 'h1' : 'h2'
  return (
    <div role="alert" data-tone="collect" className={styles.panel}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.message}>{message}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
