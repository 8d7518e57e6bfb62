import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import styles from './page.module.css'

export interface PageProps {
  topBar?: ReactNode
  children: ReactNode
  /** Stays at the bottom, in thumb reach: cart bar, action area and bottom navigation, in this order. */
  footer?: ReactNode
  /** `column` is 30 rem wide at most, `wide` gives a catalogue its four columns. */
  width?: 'column' | 'wide'
}

export function Page({ topBar, children, footer, width = 'column' }: PageProps) {
  return (
    <div className={classNames(styles.page, width === 'wide' && styles.wide)}>
      {topBar}
      <main className={styles.content}>{children}</main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  )
}
