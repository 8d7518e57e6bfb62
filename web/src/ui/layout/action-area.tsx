import type { ReactNode } from 'react'

import styles from './action-area.module.css'

export interface ActionAreaProps {
  /** The one primary button, and at most a quieter one. */
  children: ReactNode
}

/** Holds the screen's next step in the page's footer. */
export function ActionArea({ children }: ActionAreaProps) {
  return <div className={styles.area}>{children}</div>
}
