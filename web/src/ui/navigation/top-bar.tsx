import { type ReactNode, useEffect } from 'react'

import { announce } from '../message/announcer.ts'
import styles from './top-bar.module.css'

export interface TopBarProps {
  title: string
  /** A quiet line under the title, such as how many deals wait to be sent. */
  status?: ReactNode
  /** An IconLink or IconButton. */
  back?: ReactNode
  /** Icon buttons, two at most. */
  actions?: ReactNode
}

/** Names the screen, for the browser's own lists and, as no page is loaded, for who does not see it come. */
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
