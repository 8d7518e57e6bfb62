import type { ReactNode } from 'react'
import { classNames } from '../style.ts'
import styles from './layout.module.css'

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

export interface StackProps {
  /** 8, 16 or 24 px between the children. */
  gap?: 'small' | 'medium' | 'large'
  children: ReactNode
}

export function Stack({ gap = 'medium', children }: StackProps) {
  return <div className={classNames(styles.stack, styles[gap])}>{children}</div>
}

export interface ActionAreaProps {
  /** One primary button and at most one secondary button. */
  children: ReactNode
}

/** The next step of the screen, in the page's footer. */
export function ActionArea({ children }: ActionAreaProps) {
  return <div className={styles.area}>{children}</div>
}
