import type { ReactNode } from 'react'

import styles from './action-area.module.css'

export interface ActionAreaProps {
  /** One primary button and at most one secondary button. */
  children: ReactNode
}

/** The next step of the screen, in the page's footer. */
export function ActionArea({ children }: ActionAreaProps) {
  return <div className={styles.area}>{children}</div>
}
