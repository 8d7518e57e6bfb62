import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import styles from './page.module.css'

export interface PageProps {
  topBar?: ReactNode
  children: ReactNode
  /** Sticky at the bottom: cart bar, action area and bottom navigation, in this order. */
  footer?: ReactNode
  /** `column` is at most 30 rem wide; `wide` has space for a grid of four columns. */
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
