import { type ReactNode, useEffect } from 'react'

import { announce } from '../message/announcer.ts'
import styles from './top-bar.module.css'

export interface TopBarProps {
  title: string
  /** A small line under the title, such as the count of unsent deals. */
  status?: ReactNode
  /** An IconLink or IconButton. */
  back?: ReactNode
  /** At most two icon buttons. */
  actions?: ReactNode
}

/** Sets and announces the title of the screen: without a page load, browsers and screen readers would miss it. */
export function TopBar({ title, status, back, actions }: TopBarProps) {
  useEffect(() => {
    document.title = title
    announce(title)
  }, [title])
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        {back && <div className={styles.back}>{back}</div>}
        <div className={styles.text}>
          <h1 className={styles.title}>{title}</h1>
          {status && <div className={styles.status}>{status}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  )
}
