import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './panel.module.css'

export interface ErrorPanelProps {
  title: string
  /** It is all there is on the screen: its title is the screen's. */
  alone?: boolean
  /** What happened, what was kept, and what to do. */
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
